"""What NumPy and SciPy do in the statistics goals: `python3 statistics.py WHAT FILE` (a number of intervals for `intervals`). Prints one line of JSON.

Imports and reading of data are not timed. Peak memory is the whole process's.
"""
import json
import resource
import sys
import time

import numpy as np


def intervals(count):
    """Clopper-Pearson intervals by the incomplete beta function's inverse; the same counts as ours."""
    from scipy.special import betaincinv

    i = np.arange(int(count), dtype=np.int64)
    n = 1 + i * 7919 % 200
    x = i * 104729 % (n + 1)
    tail = 0.05 / (4 * 18_000)
    betaincinv(3.0, 5.0, tail)
    start = time.perf_counter()
    low = np.zeros(len(i))
    high = np.ones(len(i))
    some, less = x > 0, x < n
    low[some] = betaincinv(x[some], n[some] - x[some] + 1.0, tail)
    # The upper end from the failures' side: 1 - tail would lose the tail's digits.
    high[less] = 1 - betaincinv(n[less] - x[less], x[less] + 1.0, tail)
    seconds = time.perf_counter() - start
    return seconds, {"sum": f"{low.sum() + high.sum():.4f}"}


def macro(file):
    """Tasks, then attempts of each drawn position, 10,000 times: the percentile range of mean f (p - q)."""
    classes = np.array(json.load(open(file)), dtype=np.int64)
    n = classes.sum(axis=1)
    shares = classes / n[:, None]
    rng = np.random.default_rng(1)
    J, R, chunk = len(n), 10_000, max(1, 200_000 // len(n))
    start = time.perf_counter()
    means = np.empty(R)
    for first in range(0, R, chunk):
        rows = min(chunk, R - first)
        cells = rng.integers(J, size=rows * J)
        size = n[cells]
        early, _, both, late, fail = rng.multinomial(size, shares[cells]).T
        values = ((both + late + fail) * (early + both) - size * (both + late)) / size**2
        means[first : first + rows] = values.reshape(rows, J).mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    seconds = time.perf_counter() - start
    return seconds, {"low": low, "high": high}


def arms(file):
    """Tasks, then each arm's attempts of each drawn position, 10,000 times: the range of the difference."""
    successes = np.array(json.load(open(file)), dtype=np.int64)
    rng = np.random.default_rng(1)
    J, R = len(successes), 10_000
    start = time.perf_counter()
    tasks = rng.integers(J, size=(R, J))
    before = rng.binomial(5, successes[tasks, 0] / 5)
    after = rng.binomial(5, successes[tasks, 1] / 5)
    low, high = np.quantile((after - before).mean(axis=1) / 5, [0.025, 0.975])
    seconds = time.perf_counter() - start
    return seconds, {"low": low, "high": high}


seconds, answer = {"intervals": intervals, "macro": macro, "arms": arms}[sys.argv[1]](sys.argv[2])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"milliseconds": seconds * 1000, "answer": answer, "peakBytes": peak}))
