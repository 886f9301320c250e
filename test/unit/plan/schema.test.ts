import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, it } from 'mocha';
import { TRACE_FORMATS } from '../../../src/model/formats';
import { COMPARISONS, FAMILIES, MISSING_DATA, RULE_QUANTITIES, RUNTIME_FIELDS, UTILITY_PARTS } from '../../../src/model/plan';
import { parsePlan } from '../../../src/plan/parsePlan';
import { DEFAULT_PLAN, EXIT_CLASSES, PLAN_KEYS } from '../../../src/plan/planFields';
import { BUILT_AXES, BUILT_RULES } from '../../../src/plan/unbuilt';
import { makeRules } from '../../../src/monitors/runMonitors';
import { PLAN_EXAMPLES } from './planExamples';

const root = path.resolve(import.meta.dirname, '../../..');
const readJson = (file: string): Record<string, unknown> => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const schema = readJson('schemas/restart-lens.schema.json');

/** The value under a chain of keys of plain JSON. */
function dig(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
}

describe('the schema of restart-lens.jsonc', () => {
  // VS Code's own words inside a schema are no errors.
  const ajv = new Ajv({ strict: false, allErrors: true });
  const isValid = ajv.compile(schema);

  for (const example of PLAN_EXAMPLES) {
    const schemaAccepts = (example.schema ?? example.parser) === 'accepts';
    it(`${schemaAccepts ? 'accepts' : 'refuses'} ${example.says}${example.schema ? ', which only the parser refuses' : ', as the parser does'}`, () => {
      assert.equal(isValid(JSON.parse(example.text)), schemaAccepts, ajv.errorsText(isValid.errors));
      assert.equal(parsePlan(example.text, 'p').problems.length === 0, example.parser === 'accepts');
    });
  }

  it('describes every key of a plan, with the default that the parser takes', () => {
    const properties = dig(schema, 'properties') as Record<string, { description?: string; default?: unknown }>;
    assert.deepEqual(Object.keys(properties).filter((key) => key !== '$schema'), [...PLAN_KEYS]);
    for (const key of PLAN_KEYS) {
      assert.deepEqual(properties[key]?.default, DEFAULT_PLAN[key], key);
      assert.ok((properties[key]?.description ?? '').length > 20, key);
    }
  });

  it('offers the words that the parser knows, and only those that are built', () => {
    assert.deepEqual(dig(schema, 'properties', 'axis', 'enum'), BUILT_AXES);
    assert.deepEqual(dig(schema, 'properties', 'rule', 'enum'), BUILT_RULES);
    assert.deepEqual(dig(schema, 'properties', 'family', 'enum'), FAMILIES);
    assert.deepEqual(dig(schema, 'properties', 'runtimeKey', 'items', 'enum'), RUNTIME_FIELDS);
    assert.deepEqual(dig(schema, 'properties', 'exitTable', 'items', 'properties', 'format', 'enum'), [...TRACE_FORMATS, null]);
    assert.deepEqual(dig(schema, 'properties', 'exitTable', 'items', 'properties', 'exit', 'enum'), EXIT_CLASSES);
    assert.deepEqual(dig(schema, 'properties', 'rules', 'items', 'properties', 'quantity', 'enum'), RULE_QUANTITIES);
    assert.equal((dig(schema, 'properties', 'rules', 'items', 'properties', 'quantity', 'enumDescriptions') as readonly string[]).length, RULE_QUANTITIES.length);
    assert.deepEqual(dig(schema, 'properties', 'rules', 'items', 'properties', 'comparison', 'enum'), COMPARISONS);
    assert.deepEqual(dig(schema, 'properties', 'missingData', 'enum'), MISSING_DATA);
    assert.deepEqual(Object.keys(dig(schema, 'properties', 'utility', 'properties') as object), UTILITY_PARTS);
    assert.deepEqual(dig(schema, 'properties', 'monitors', 'items', 'properties', 'monitor', 'anyOf', '0', 'enum'), makeRules().map((rule) => rule.name));
  });

  it('is contributed for the plan file, which opens as JSON with comments', () => {
    const manifest = readJson('package.json');
    assert.deepEqual(dig(manifest, 'contributes', 'jsonValidation'), [{ fileMatch: 'restart-lens.jsonc', url: './schemas/restart-lens.schema.json' }]);
    assert.deepEqual(dig(manifest, 'contributes', 'languages', '0'), { id: 'jsonc', filenames: ['restart-lens.jsonc'] });
  });
});
