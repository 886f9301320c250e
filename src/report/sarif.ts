import type { PlacedWindow } from '../model/monitors';

/**
 * Failure windows as a SARIF 2.1.0 log: a rule for each monitor, a result for each window with its byte range in the
 * raw file. Artifact addresses are relative to the folder that was indexed (`SRCROOT`), percent-encoded.
 *
 * Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
 */
export function reportSarif(windows: readonly PlacedWindow[], version: string): object {
  const rules = [...new Map(windows.map((w) => [w.monitor, w.description]))].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Restart Lens',
            version,
            rules: rules.map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        originalUriBaseIds: { SRCROOT: { description: { text: 'The folder that was indexed.' } } },
        results: windows.map((window) => ({
          ruleId: window.monitor,
          level: 'note',
          message: { text: `${window.task ?? 'no task'}, ${window.attempt}, steps ${window.from} to ${window.to}: ${window.reason}` },
          ...(window.range === null ? {} : { locations: [{ physicalLocation: placeOf(window.range) }] }),
          partialFingerprints: { window: `${window.attemptId}/${window.monitor}/${window.from}-${window.to}` },
        })),
      },
    ],
  };
}

function placeOf({ file, start, end }: NonNullable<PlacedWindow['range']>): object {
  return {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' },
    region: { byteOffset: start, byteLength: end - start },
  };
}
