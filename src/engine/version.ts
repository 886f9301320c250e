/** Version of the statistics, printed with every result: it rises whenever a number may change. */
export const ENGINE_VERSION = '0.1.0';
