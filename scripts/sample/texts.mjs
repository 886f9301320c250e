export const README = `# Sample

Everything in this folder is invented: no agent, model or benchmark ran. It is here so that each view of Restart Lens has something to show.

| folder | what it is |
|---|---|
| \`outcome-table/\` | An outcome table of 130 attempts (26 cells of 5), made up so that its numbers agree with those printed in a paper on the decision value of alarms. Each row says \`synthetic\`. The times and most task names are arbitrary: nothing follows from them. |
| \`traces/mini-swe-agent/\` | Six small runs (two tasks, three runs) with reports of an evaluation. \`run-2\` of \`acme__widget-12\` makes the same edit over and over until its limit; \`run-3\` gives answers that cannot be parsed. |
| \`traces/harbor/\` | A job with two trials of one task; the second waits for a server that never starts. |
| \`traces/scores.jsonl\` | Scores of an invented monitor, "probe", for the runs on \`acme__widget-12\`. |
| \`restart-lens.jsonc\` | The plan of the audit. |

## The audit

The plan audits the table alone: it names the table's cohorts, and traces have none. The two could not be counted together anyway, since they answer
different questions. The table states the first call after which the work was verified; of the traces only the verdict on what they submitted is known.

To audit the traces, open \`traces/\` as a folder of its own (or run \`restart-lens audit traces --budget 20\`). With three attempts a task no verdict is
possible; the audit says how many it would take.
`;

export const PLAN = `// Plan of the audit of this sample: what is compared, fixed before outcomes are looked at.
// Hover a key to see what it means; what is left out takes its default.
{
  // A run, and a restart after it, may use 30 model calls in all.
  "budget": 30,

  // After each of these calls the audit asks: continue, or restart with what is left?
  "times": [4, 8, 12, 16, 20, 24],

  // 26 cells x 6 times: a family of 156 comparisons shares this chance of any wrong certificate.
  "alpha": 0.05,

  // The table states first verified calls; the traces beside it know only the verdict on their submission.
  "estimand": "first-verified",

  // Cohorts of the outcome table. Traces belong to none of them and stay out of this audit.
  "cohorts": ["initial", "stress", "high-id"],

  // Alarms to show in the traces. "probe" is scored in traces/scores.jsonl.
  "monitors": [
    { "monitor": "repeated-action", "threshold": 0.75 },
    { "monitor": "probe", "threshold": 0.8 },
  ],
}
`;
