// Prints like one of Mocha's own reporters (RESTART_LENS_STYLE, "Spec" by default) and leaves the counts in the file that
// RESTART_LENS_REPORT names: {"passes", "failures", "pending", "retried", "tests": [{"title", "state", "error"}]}. A test that is
// tried again (suites in a browser and in VS Code, `--retries`) is said with what failed the first time, and counted.
const { writeFileSync, mkdirSync } = require('node:fs');
const path = require('node:path');
const { reporters } = require('mocha');

module.exports = class Report {
  constructor(runner, options) {
    new reporters[process.env.RESTART_LENS_STYLE ?? 'Spec'](runner, options);
    const tests = [];
    const add = (state) => (test, error) => tests.push({ title: test.fullTitle(), state, error: error?.stack ?? null });
    runner.on('pass', add('passed'));
    // Failed hooks come here too: tests that never ran because of them are not lost without a word.
    runner.on('fail', add('failed'));
    runner.on('pending', add('skipped'));
    let retried = 0;
    runner.on('retry', (test, error) => {
      retried++;
      console.log(`  FAILED, AND TRIED AGAIN: ${test.fullTitle()}\n${error?.stack ?? error}`);
    });
    runner.once('end', () => {
      const file = process.env.RESTART_LENS_REPORT;
      if (!file) return;
      const count = (state) => tests.filter((test) => test.state === state).length;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passes: count('passed'), failures: count('failed'), pending: count('skipped'), retried, tests }, null, 1));
    });
  }
};
