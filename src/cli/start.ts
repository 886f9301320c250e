// Bundled to dist/cli.js, the program: the command line itself is a module, in dist/main.mjs.

// In a variable, so that it is looked for where this file lies, and not among the sources.
const main = './main.mjs';
void import(main);
