// Runs inside the extension host. The bundler puts the test files in place of `registerTests`.
import Mocha from 'mocha';
import path from 'node:path';
import { registerTests } from 'restart-lens:host-tests';

/** VS Code calls this; it takes a rejection for failed tests. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, retries: 1, color: false, reporter: path.join(__dirname, '../../test/support/reporter.cjs') });
  // describe/it and suite/test are both understood.
  Mocha.interfaces.tdd?.(mocha.suite);
  mocha.suite.emit('pre-require', globalThis, 'test/host', mocha);
  registerTests();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed in the extension host.`);
}
