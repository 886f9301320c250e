import assert from 'node:assert/strict';
import { formatBytes, formatCompact, formatCount, formatDuration, formatFixed, formatPercent, formatPoints, formatPointsInterval, formatShare, formatShareBetween, formatUsd } from '../../../src/views/numbers';

function check<Value>(format: (value: Value) => string, cases: readonly (readonly [Value, string])[]): void {
  for (const [value, text] of cases) assert.equal(format(value), text, String(value));
}

describe('number formats', () => {
  it('write points with a true minus sign and no sign on zero', () => {
    check((v: number) => formatPoints(v), [[0.8, '+80'], [-0.6, '\u221260'], [0, '0'], [-0, '0'], [-0.004, '0'], [0.004, '0'], [1, '+100'], [12.5, '+1,250']]);
    check((v: number) => formatPoints(v, 2), [[0.0228571, '+2.29'], [-0.4228571, '\u221242.29'], [-0.00004, '0.00'], [0, '0.00']]);
    assert.equal(formatPointsInterval(-0.9405, 1), '[\u221294, +100]');
    assert.equal(formatPointsInterval(0, 0.068571, 2), '[0.00, +6.86]');
  });

  it('never call a share that is not whole 0 % or 100 %', () => {
    check((v: number) => formatPercent(v), [[0.8, '80 %'], [0, '0 %'], [1, '100 %'], [0.001, '<1 %'], [0.9999, '>99 %'], [0.005, '1 %']]);
    check((v: number) => formatPercent(v, 1), [[0.0001, '<0.1 %'], [0.9999, '>99.9 %'], [0.1234, '12.3 %']]);
    // One sign of per cent, wherever the estimate is.
    assert.equal(formatShare({ estimate: null, low: 0.1, high: 0.995 }), '[10, 100] %');
    assert.equal(formatShare({ estimate: 0.8, low: 0.28, high: 0.99 }), '80 % [28, 99]');
    assert.equal(formatShareBetween({ least: 0.4, most: 0.6, low: 0.05, high: 0.95 }), '40 to 60 % [5, 95]');
  });

  it('group thousands with commas in whole numbers and in front of decimals', () => {
    check(formatCount, [[0, '0'], [999, '999'], [1000, '1,000'], [107312, '107,312'], [1234567, '1,234,567'], [-1500, '\u22121,500']]);
    assert.equal(formatFixed(1234.5678, 2), '1,234.57');
  });

  it('keep two significant digits of small dollar amounts', () => {
    check(formatUsd, [[0, '$0'], [0.31, '$0.31'], [0.3, '$0.30'], [0.049, '$0.049'], [0.0042, '$0.0042'], [0.00042, '$0.00042'], [0.1 + 0.2, '$0.30'], [1.005, '$1.00'], [0.999, '$1.00'], [1234.5, '$1,234.50'], [1e-8, '<$0.000001'], [-0.5, '\u2212$0.50']]);
  });

  it('shorten large counts and carry into the next unit when rounding', () => {
    check(formatCompact, [[0, '0'], [999, '999'], [1000, '1k'], [1240, '1.2k'], [9960, '10k'], [41000, '41k'], [999499, '999k'], [999950, '1M'], [1.25e6, '1.3M'], [2e9, '2G'], [-1240, '\u22121.2k']]);
    check(formatBytes, [[0, '0 bytes'], [1, '1 byte'], [512, '512 bytes'], [1200, '1.2 kB'], [41e6, '41 MB']]);
  });

  it('write durations in at most two units', () => {
    check(formatDuration, [[0, '0 s'], [0.04, '0.04 s'], [0.4, '0.4 s'], [3.5, '3.5 s'], [12.4, '12 s'], [59.7, '1 min'], [185, '3 min 5 s'], [3600, '1 h'], [3900, '1 h 5 min'], [86399, '1 d'], [183600, '2 d 3 h']]);
  });
});
