/** Made by `runHost.ts`: loads every test/host/**\/*.test.ts. */
declare module 'restart-lens:host-tests' {
  export function registerTests(): void;
}
