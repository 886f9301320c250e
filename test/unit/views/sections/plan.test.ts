import assert from 'node:assert/strict';
import type { SealSummary } from '../../../../src/model/seal';
import type { StudyLog } from '../../../../src/model/studyLog';
import { viewPlan, type PlanFacts } from '../../../../src/views/sections/plan';
import { buildAudit } from '../../../support/auditBuilder';

const { plan } = buildAudit([{ task: 'a', attempts: [[5, null, 30]] }], { budget: 30, times: [8] }).result;
const intact: SealSummary = { state: 'intact', reason: null, changed: [], number: 1, frozen: '2026-03-01T12:00:30.000Z', seal: 's', attemptsPerCell: 8, slidersUpTo: null, cells: { planned: 2, complete: 1 }, attempts: { started: 11, counted: 8 } };
const view = (facts: Partial<PlanFacts> = {}) => viewPlan({ plan, fields: [{ key: 'runtimeKey', value: '["model"]', source: 'default' }], rules: [], spending: [], study: null, ...facts });
const warnings = (facts: Partial<PlanFacts>): string => view(facts).caveats.filter(({ icon }) => icon === 'warning').map(({ text }) => text).join(' ');

describe('the section of the plan', () => {
  it('says that a plan was never frozen, and offers to freeze it', () => {
    const { headline, caveats } = view();
    assert.equal(headline, 'Exploratory, not sealed.');
    assert.deepEqual(caveats.map(({ text, action }) => [text, action?.command]), [['This plan was never frozen.', 'restartLens.freezePlan']]);
  });

  it('says when it was frozen and how far the planned attempts have come', () => {
    const { headline, lead, caveats } = view({ plan: { ...plan, sealed: true, seal: intact } });
    assert.equal(headline, 'Planned, sealed, frozen 2026-03-01 12:00 UTC.');
    assert.equal(lead, '1 of 2 planned cells have their number of 8 attempts; 11 attempts started after the seal, 8 counted.');
    assert.deepEqual(caveats, []);
  });

  it('warns of a broken seal with what changed and what to do, and of an edited log', () => {
    assert.match(warnings({ plan: { ...plan, seal: { ...intact, state: 'broken', reason: 'plan-changed', changed: ['times', 'runtimeKey'], cells: null, attempts: null } } }), /^The seal is broken: times and runtime key changed after freezing\. Undo the change, or freeze again/);
    const study: StudyLog = { entries: [], faults: [{ line: 2, kind: 'torn' }, { line: 4, kind: 'broken-chain' }] };
    assert.equal(warnings({ plan: { ...plan, seal: intact }, study }), 'The study log was edited, or entries were removed: see line 4.');
    assert.match(warnings({ study: 'it is a link' }), /cannot be read: it is a link/);
  });

  it('lists rules with what was found, and fields with who says so', () => {
    const rules: PlanFacts['rules'] = [
      { name: 'gain', quantity: 'macro-change', comparison: '>=', value: 0.05, status: 'unmet', found: [{ runtime: 'luna', cohort: null, t: 8, value: 0.0228571 }], reason: null },
      { name: 'cells', quantity: 'complete-cells', comparison: '>=', value: 1, status: 'not-estimable', found: [], reason: 'no plan is sealed' },
    ];
    const { tables, lead } = view({ rules });
    assert.deepEqual(tables[0]?.rows, [['gain', 'macro-change >= 0.05', '0.0228571 (luna, t = 8)', 'unmet'], ['cells', 'complete-cells >= 1', '', 'not estimable: no plan is sealed']]);
    assert.deepEqual(tables[1]?.rows, [['runtime key', '["model"]', 'default']]);
    assert.match(lead, /1 rule unmet and 1 rule not estimable\.$/);
  });

  it('shows the unbiased change first and the plug-in under it by its name, and says what is not estimable', () => {
    const plugin = { success: 0.0225, calls: -1, dollars: null, seconds: null, utility: 0.5 };
    const spending: PlanFacts['spending'] = [{ runtime: 'luna', cohort: null, t: 8, success: 0.03, calls: -1.25, dollars: null, seconds: null, utility: 0.625, plugin, missing: 'unknown', isSpread: false }];
    const [table] = view({ spending }).tables;
    assert.deepEqual(table?.rows, [
      ['luna', '8', { text: 'unbiased', strong: true }, '0.6250', '+3.00', '\u22121.25', 'not estimable', 'not estimable'],
      ['luna', '8', 'plug-in, as in the paper', '0.5000', '+2.25', '\u22121.00', 'not estimable', 'not estimable'],
    ]);
    assert.match(table?.note ?? '', /Rules judge the unbiased numbers\. Not estimable: what some attempt spent is not known/);
    const alone: PlanFacts['spending'] = spending.map((change) => ({ ...change, missing: 'few-attempts' as const }));
    assert.match(view({ spending: alone }).tables[0]?.note ?? '', /a single attempt nothing is estimable without bias/);
  });
});
