#!/usr/bin/env node
// Takes desktop VS Code's command line, as @vscode/test-electron spawns it, and runs it on the server build.
require('tsx/cjs');
const { runShim } = require('./shim.ts');

runShim(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
