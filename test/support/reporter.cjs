// Prints like one of Mocha's own reporters (RESTART_LENS_STYLE, "Spec" by default) and leaves the counts in the file that
// RESTART_LENS_REPORT names: {"passes", "failures", "pending", "tests": [{"title", "state", "error"}]}.
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
    runner.once('end', () => {
      const file = process.env.RESTART_LENS_REPORT;
      if (!file) return;
      const count = (state) => tests.filter((test) => test.state === state).length;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ passes: count('passed'), failures: count('failed'), pending: count('skipped'), tests }, null, 1));
    });
  }
};
