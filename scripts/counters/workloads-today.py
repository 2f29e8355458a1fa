"""Launches of experts, windows, 4-bit weights, latents, epilogues and kernels in sequence: workloads-today.py PART LABELS SECONDS.

`alone` measures a kernel a launch, its caches flushed by Nsight Compute; `sequence` all kernels of a launch one after the other, the L2
swept by reads before the first only: profile it with counters of one pass, since the profiler saves memory between passes. LABELS is a file that gets what each NVTX range `case|N` ran; none begins after SECONDS. `table LABELS OUT PARTS RAW…` turns
raw pages of the profiler, each with some of the counters, into rows like those of data/h200.csv, kernels of a launch added in OUT and
apart in PARTS. Every kernel is compared
with PyTorch; a launch that differs or fails is named and skipped, and makes the exit status 1. workloads-today.sh runs all of it.
"""
import csv
import json
import random
import re
import sys
import time
import traceback


COUNTERS = {
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_write_bytes": "dram__bytes_write.sum",
    "l2_fabric_sectors": "lts__t_sectors_srcunit_ltcfabric.sum",
    "l2_to_sm_bytes": "l1tex__m_xbar2l1tex_read_bytes.sum",
    "sm_to_l2_bytes": "l1tex__m_l1tex2xbar_write_bytes.sum",
    "duration_ns": "gpu__time_duration.sum",
}


def kernels_of(raw):
    """Kernels of each case in the order of their launches, each a map from metrics to text."""
    rows = list(csv.reader(line for line in open(raw, errors="replace") if line.startswith('"')))
    mark = next(i for i, name in enumerate(rows[0]) if "Push/Pop" in name)
    found = {}
    for row in rows[2:]:
        case = re.search(r"case\|(\d+)", row[mark])
        if case is not None:
            found.setdefault(int(case[1]), []).append(dict(zip(rows[0], row)))
    return found


def table(labels, out, parts, *raws):
    cases = json.load(open(labels))
    pages = [kernels_of(raw) for raw in raws]
    number = lambda row, name: int(float(row[name].replace(",", "") or 0)) if name in row else 0
    columns = ["workload", "kernel", *COUNTERS, "grid", "smem_per_block", "registers"]
    count = 0
    with open(out, "a", newline="") as whole, open(parts, "a", newline="") as each:
        whole, each = csv.writer(whole, lineterminator="\n"), csv.writer(each, lineterminator="\n")
        for case, label in enumerate(cases):
            runs = [page.get(case, []) for page in pages]
            if label is None or not runs[0] or len({len(run) for run in runs}) > 1:
                continue
            count += 1
            # Later pages have what earlier ones lack.
            launched = [{k: v for one in reversed(kernels) for k, v in one.items()} for kernels in zip(*runs)]
            values = [[number(row, name) for name in COUNTERS.values()] for row in launched]
            shown = lambda sums: [value if name in launched[0] else "" for name, value in zip(COUNTERS.values(), sums)]
            texts = []
            for i, row in enumerate(launched):
                resident = min(number(row, name) for name in row if name.startswith("launch__occupancy_limit"))
                kernel = re.split(r"[(<]", row["Kernel Name"].removeprefix("void "))[0].split("::")[-1][:60]
                launch = [number(row, f"launch__{name}") for name in ("grid_size", "shared_mem_per_block", "registers_per_thread")]
                full = label if "ctas=" in label else f"{label}|ctas={resident}"
                texts.append((full, kernel, launch))
                if len(launched) > 1:
                    each.writerow([f"{full}|part={i + 1}", kernel, *shown(values[i]), *launch])
            full, kernel, launch = texts[max(range(len(launched)), key=lambda i: values[i][-1])]
            whole.writerow([full, kernel, *shown(map(sum, zip(*values))), *launch])
    print(f"{count} of {len(cases)} launches in {out}: {', '.join(columns)}")


if sys.argv[1] == "table":
    table(*sys.argv[2:])
    sys.exit()

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

import launches
from layer_kernels import layers
from launches import BF16, FP32, check, grouped_kernel, mm_kernel, random_tensor, tiles_in_order


@triton.jit
def contiguous_kernel(a, b, c, order, group_of, tiles, N, K, grid_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Rows of each group padded to whole tiles; CTA p computes tiles p, p + grid, and so on of one order over all rows."""
    for place in range(tl.program_id(0), tiles, tl.num_programs(0)):
        tile = tl.load(order + place)
        group = tl.load(group_of + tile // grid_n).to(tl.int64)
        rm = tile // grid_n * BM + tl.arange(0, BM)
        rn = tile % grid_n * BN + tl.arange(0, BN)
        rk = tl.arange(0, BK)
        ap = a + rm[:, None] * K + rk[None, :]
        bp = b + group * K * N + rk[:, None] * N + rn[None, :]
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for _ in range(0, K, BK):
            acc = tl.dot(tl.load(ap), tl.load(bp), acc)
            ap += BK
            bp += BK * N
        tl.store(c + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


@triton.jit
def copy_kernel(x, copies, tokens, first, rows, strips, K, BM: tl.constexpr, BK: tl.constexpr):
    """A row of tiles of an expert: BM rows of X by their tokens, packed."""
    group = tl.load(strips + 2 * tl.program_id(0))
    rm = tl.load(strips + 2 * tl.program_id(0) + 1) * BM + tl.arange(0, BM)
    start, count = tl.load(first + group), tl.load(rows + group)
    mask = rm < count
    token = tl.load(tokens + start + rm, mask=mask, other=0)
    rk = tl.arange(0, BK)
    for k in range(0, K, BK):
        values = tl.load(x + token[:, None] * K + k + rk[None, :], mask=mask[:, None], other=0.0)
        tl.store(copies + (start + rm)[:, None] * K + k + rk[None, :], values, mask=mask[:, None])


@triton.jit
def gate_up_kernel(x, wg, wu, h, order, tokens, first, rows, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A tile of H = silu(X Wg) * X Wu of one expert, rows of X by their tokens; H packed."""
    group = tl.load(order + 3 * tl.program_id(0))
    rm = tl.load(order + 3 * tl.program_id(0) + 1) * BM + tl.arange(0, BM)
    rn = tl.load(order + 3 * tl.program_id(0) + 2) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    start, count = tl.load(first + group), tl.load(rows + group)
    token = tl.load(tokens + start + rm, mask=rm < count, other=0)
    mask = rm[:, None] < count
    xp = x + token[:, None] * K + rk[None, :]
    place = group.to(tl.int64) * K * N + rk[:, None] * N + rn[None, :]
    gp, up = wg + place, wu + place
    g = tl.zeros((BM, BN), dtype=tl.float32)
    u = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        xt = tl.load(xp, mask=mask, other=0.0)
        g = tl.dot(xt, tl.load(gp), g)
        u = tl.dot(xt, tl.load(up), u)
        xp += BK
        gp += BK * N
        up += BK * N
    tl.store(h + (start + rm)[:, None] * N + rn[None, :], (g * tl.sigmoid(g) * u).to(tl.bfloat16), mask=mask)


@triton.jit
def down_kernel(h, wd, y, order, tokens, weights, first, rows, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                SCATTER: tl.constexpr):
    """A tile of H Wd of one expert: added to Y times the tokens' weights, or stored packed without them."""
    group = tl.load(order + 3 * tl.program_id(0))
    rm = tl.load(order + 3 * tl.program_id(0) + 1) * BM + tl.arange(0, BM)
    rn = tl.load(order + 3 * tl.program_id(0) + 2) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    start, count = tl.load(first + group), tl.load(rows + group)
    mask = rm[:, None] < count
    hp = h + (start + rm)[:, None] * K + rk[None, :]
    dp = wd + group.to(tl.int64) * K * N + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(hp, mask=mask, other=0.0), tl.load(dp), acc)
        hp += BK
        dp += BK * N
    if SCATTER:
        token = tl.load(tokens + start + rm, mask=rm < count, other=0)
        weight = tl.load(weights + start + rm, mask=rm < count, other=0.0)
        tl.atomic_add(y + token[:, None] * N + rn[None, :], acc * weight[:, None], mask=mask, sem="relaxed")
    else:
        tl.store(y + (start + rm)[:, None] * N + rn[None, :], acc.to(tl.bfloat16), mask=mask)


@triton.jit
def zero_kernel(y, N, BLOCK: tl.constexpr):
    for n in range(0, N, BLOCK):
        tl.store(y + tl.program_id(0) * N + n + tl.arange(0, BLOCK), tl.zeros((BLOCK,), dtype=tl.float32))


@triton.jit
def finish_kernel(results, y, places, weights, N, TOP_K: tl.constexpr, BLOCK: tl.constexpr):
    """Y of one token: the sum of its experts' results times their weights."""
    at = tl.load(places + tl.program_id(0) * TOP_K + tl.arange(0, TOP_K))
    weight = tl.load(weights + at)
    for n in range(0, N, BLOCK):
        rn = n + tl.arange(0, BLOCK)
        values = tl.load(results + at[:, None] * N + rn[None, :]).to(tl.float32)
        tl.store(y + tl.program_id(0) * N + rn, tl.sum(values * weight[:, None], 0).to(tl.bfloat16))


@triton.jit
def epilogue_kernel(a, b, c, bias, residual, perm, M, N, K, grid_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """C = gelu(A B + bias) + residual, one CTA a tile."""
    tile = tl.load(perm + tl.program_id(0))
    rm = tile // grid_n * BM + tl.arange(0, BM)
    rn = tile % grid_n * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    ap = a + rm[:, None] * K + rk[None, :]
    bp = b + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(ap), tl.load(bp), acc)
        ap += BK
        bp += BK * N
    acc += tl.load(bias + rn)[None, :].to(tl.float32)
    acc = 0.5 * acc * (1 + tl.erf(acc * 0.7071067811865476))
    place = rm[:, None] * N + rn[None, :]
    acc += tl.load(residual + place).to(tl.float32)
    tl.store(c + place, acc.to(tl.bfloat16))


CASES = []
SWEEP = []


def measured(label, launch, before=lambda: None, repeat=1):
    """Takes the place of launches.measured: the range is named by its number, and in a sequence the L2 is swept by reads."""
    before()
    launch()
    before()
    for buffer in SWEEP:
        buffer.sum()
    torch.cuda.synchronize()
    torch.cuda.profiler.start()
    torch.cuda.nvtx.range_push(f"case|{len(CASES)}")
    launch()
    torch.cuda.nvtx.range_pop()
    torch.cuda.synchronize()
    torch.cuda.profiler.stop()
    CASES.append(label)


launches.measured = measured


def big_tensor(*shape):
    return torch.empty(*shape, device="cuda", dtype=BF16).normal_(0, 0.1)


def ints(values):
    return torch.tensor(values, dtype=torch.int32, device="cuda")


def sms():
    return torch.cuda.get_device_properties(0).multi_processor_count


def starts(rows):
    return [sum(rows[:g]) for g in range(len(rows))]


def uneven(experts, total, most, seed):
    """Rows of experts whose loads are log-normal, `total` in all, none above `most`."""
    draw = random.Random(seed)
    loads = [draw.lognormvariate(0, 0.7) for _ in range(experts)]
    rows = [min(most, max(1, int(load * total / sum(loads)))) for load in loads]
    while sum(rows) != total:
        step = 1 if sum(rows) < total else -1
        at = draw.randrange(experts)
        if 1 <= rows[at] + step <= most:
            rows[at] += step
    return rows


def options(BM, BN, stages=3):
    return dict(BM=BM, BN=BN, BK=64, num_warps=8 if BM * BN >= 16384 else 4, num_stages=stages)


def named(rows):
    return f"rows={'+'.join(map(str, rows))}"


def contiguous(rows, N, K, order, BM, BN):
    whole = [-(-count // BM) * BM for count in rows]
    a, b = random_tensor(sum(whole), K), big_tensor(len(rows), K, N)
    c = torch.empty(sum(whole), N, device="cuda", dtype=BF16)
    gm, gn = sum(whole) // BM, N // BN
    groups = ints([g for g, count in enumerate(whole) for _ in range(count // BM)])
    perm = ints(tiles_in_order(order, gm, gn))
    run = lambda: contiguous_kernel[(min(sms(), gm * gn),)](a, b, c, perm, groups, gm * gn, N, K, gn, **options(BM, BN))
    label = f"triton-contiguous|{named(rows)}|N={N}|K={K}|order={order}|BM={BM}|BN={BN}|BK=64|ctas=1"
    measured(label, run)
    check(label, c, torch.cat([a[f : f + count] @ b[g] for g, (f, count) in enumerate(zip(starts(whole), whole))]))


def grouped(rows, N, K, order, BM, BN):
    """Group after group, each in its own order; rows beyond a group's are not read."""
    a, b = random_tensor(sum(rows), K), big_tensor(len(rows), K, N)
    c = torch.empty(sum(rows), N, device="cuda", dtype=BF16)
    tiles = expert_tiles(rows, N // BN, order, BM)
    table = ints(tiles).flatten()
    counts, first = ints(rows), ints(starts(rows))
    run = lambda: grouped_kernel[(min(sms(), len(tiles)),)](a, b, c, table, first, counts, len(tiles), N, K, **options(BM, BN))
    label = f"triton-grouped|{named(rows)}|N={N}|K={K}|order=expert-{order}|BM={BM}|BN={BN}|BK=64|ctas=1"
    measured(label, run)
    check(label, c, torch.cat([a[f : f + count] @ b[g] for g, (f, count) in enumerate(zip(starts(rows), rows))]))


def expert_tiles(rows, gn, order, BM):
    orders = {}
    for count in rows:
        height = -(-count // BM)
        if height not in orders:
            orders[height] = tiles_in_order(order, height, gn)
    return [(g, t // gn, t % gn) for g, count in enumerate(rows) for t in orders[-(-count // BM)]]


def moe(kind, rows, top_k, model, hidden, order, BM):
    """Kernels of a mixture of experts in sequence; rows of all experts are dealt to the tokens in turn."""
    BN, count = 128, len(rows)
    total = sum(rows)
    tokens = total // top_k
    x = random_tensor(tokens, model)
    wg, wu, wd = big_tensor(count, model, hidden), big_tensor(count, model, hidden), big_tensor(count, hidden, model)
    h = torch.empty(total, hidden, device="cuda", dtype=BF16)
    scatter = kind == "scattered"
    y = torch.empty(tokens, model, device="cuda", dtype=FP32 if scatter else BF16)
    results = y if scatter else torch.empty(total, model, device="cuda", dtype=BF16)
    token_of = [i % tokens for i in range(total)]
    places = ints([[at for at in range(token, total, tokens)] for token in range(tokens)])
    index, packed_index = ints(token_of), ints(list(range(total)))
    weights = torch.rand(total, device="cuda", dtype=FP32)
    first, counts = ints(starts(rows)), ints(rows)
    front, back = expert_tiles(rows, hidden // BN, order, BM), expert_tiles(rows, model // BN, order, BM)
    front_table, back_table = ints(front).flatten(), ints(back).flatten()
    strips = [(g, m) for g, own in enumerate(rows) for m in range(-(-own // BM))]
    strip_table = ints(strips).flatten()
    copies = torch.empty(total, model, device="cuda", dtype=BF16) if kind == "permuted" else x

    def run():
        if kind == "permuted":
            copy_kernel[(len(strips),)](x, copies, index, first, counts, strip_table, model, BM=BM, BK=64, num_warps=4)
        if scatter:
            zero_kernel[(tokens,)](y, model, BLOCK=1024, num_warps=4)
        own = packed_index if kind == "permuted" else index
        gate = options(BM, BN)
        gate_up_kernel[(len(front),)](copies, wg, wu, h, front_table, own, first, counts, hidden, model, **gate)
        down = options(BM, BN, stages=4)
        down_kernel[(len(back),)](
            h, wd, results, back_table, index, weights, first, counts, model, hidden, SCATTER=scatter, **down
        )
        if not scatter:
            finish_kernel[(tokens,)](results, y, places, weights, model, TOP_K=top_k, BLOCK=1024, num_warps=8)

    sizes = f"topk={top_k}|model={model}|hidden={hidden}"
    label = f"triton-moe-{kind}|{named(rows)}|{sizes}|order={order}|BM={BM}|BN={BN}|BK=64"
    measured(label, run)
    expected = torch.zeros(tokens, model, device="cuda", dtype=FP32)
    for g, (start, own) in enumerate(zip(starts(rows), rows)):
        at = index[start : start + own].long()
        part = (F.silu(x[at] @ wg[g]) * (x[at] @ wu[g])) @ wd[g]
        expected.index_add_(0, at, part.float() * weights[start : start + own, None])
    check(label, y, expected)


def epilogue(M, N, K, order, BM, BN):
    a, b, bias, residual = random_tensor(M, K), random_tensor(K, N), random_tensor(N), random_tensor(M, N)
    c = torch.empty(M, N, device="cuda", dtype=BF16)
    gm, gn = M // BM, N // BN
    perm = ints(tiles_in_order(order, gm, gn))
    run = lambda: epilogue_kernel[(gm * gn,)](a, b, c, bias, residual, perm, M, N, K, gn, **options(BM, BN))
    label = f"triton-epilogue|M={M}|N={N}|K={K}|epilogue=bias+gelu+residual|order={order}|BM={BM}|BN={BN}|BK=64"
    measured(label, run)
    check(label, c, F.gelu((a @ b).float() + bias.float()) + residual.float())


def pair(M, K, L, N, order, BM=128, BN=128):
    """H = A B, then E = H D by another launch of the same kernel; `library` leaves both to cuBLAS."""
    a, b, d = random_tensor(M, K), random_tensor(K, L), random_tensor(L, N)
    h, e = torch.empty(M, L, device="cuda", dtype=BF16), torch.empty(M, N, device="cuda", dtype=BF16)
    sizes = f"M={M}|K1={K}|N1={L}|N2={N}"
    if order == "library":
        label = f"cublas-pair|{sizes}"

        def run():
            torch.mm(a, b, out=h)
            torch.mm(h, d, out=e)

    else:
        label = f"triton-pair|{sizes}|order={order}|BM={BM}|BN={BN}|BK=64"
        first, second = ints(tiles_in_order(order, M // BM, L // BN)), ints(tiles_in_order(order, M // BM, N // BN))

        def run():
            mm_kernel[(M // BM * (L // BN),)](a, b, h, first, M, L, K, L // BN, **options(BM, BN))
            mm_kernel[(M // BM * (N // BN),)](h, d, e, second, M, N, L, N // BN, **options(BM, BN))

    measured(label, run)
    check(label, e, (a @ b) @ d)


def backward(B, H, S, D, causal):
    """PyTorch's backward pass of flash attention, all of its kernels."""
    q, k, v, grad = (random_tensor(B, H, S, D) for _ in range(4))
    ops = torch.ops.aten
    o, lse, cq, ck, mq, mk, seed, offset, _ = ops._scaled_dot_product_flash_attention(q, k, v, 0.0, causal)
    got = []

    def run():
        got[:] = ops._scaled_dot_product_flash_attention_backward(
            grad, q, k, v, o, lse, cq, ck, mq, mk, 0.0, causal, seed, offset
        )

    label = f"sdpa-flash2-backward|B={B}|H={H}|S={S}|D={D}|causal={int(causal)}"
    measured(label, run)
    if S <= 4096:
        one = [t[:1, :1].float().requires_grad_() for t in (q, k, v)]
        scores = one[0] @ one[1].transpose(-1, -2) * D**-0.5
        if causal:
            scores = scores.masked_fill(torch.ones(S, S, device="cuda", dtype=torch.bool).triu(1), float("-inf"))
        (scores.softmax(-1) @ one[2]).backward(grad[:1, :1].float())
        for name, mine, theirs in zip("qkv", got, one):
            check(f"{label} d{name}", mine[:1, :1], theirs.grad)


DEEPSEEK = [128] * 256
MIXTRAL = [1024] * 8


def part_alone():
    for order, BM, BN in (("row", 128, 128), ("col", 128, 128), ("group8", 128, 128), ("row", 128, 256), ("group8", 64, 128)):
        yield contiguous, (DEEPSEEK, 2048, 7168, order, BM, BN)
    for order, BN in (("row", 128), ("col", 128), ("group8", 256)):
        yield contiguous, (DEEPSEEK, 7168, 2048, order, 128, BN)
    share = uneven(32, 32768, 4096, 1)
    for order, BM, BN in (("row", 128, 128), ("group8", 128, 128), ("col", 128, 256), ("group16", 128, 256), ("group4", 64, 128)):
        yield contiguous, (share, 4096, 7168, order, BM, BN)
    for order, BM, BN in (("row", 128, 128), ("col", 128, 128), ("group8", 128, 256), ("group16", 128, 128)):
        yield contiguous, (MIXTRAL, 14336, 4096, order, BM, BN)
    yield contiguous, (MIXTRAL, 4096, 14336, "group8", 128, 128)
    routed = uneven(256, 32768, 4096, 2)
    for order, BM, BN in (("row", 128, 128), ("col", 128, 128), ("col", 64, 128), ("col", 128, 256)):
        yield grouped, (routed, 2048, 7168, order, BM, BN)
    yield grouped, (routed, 7168, 2048, "col", 128, 128)
    for order, BM, BN in (("col", 128, 128), ("group4", 128, 128), ("row", 64, 128), ("group8", 128, 256)):
        yield grouped, (uneven(8, 8192, 4096, 3), 14336, 4096, order, BM, BN)
    for S, width, KV, BM, BN in (
        (8192, 1024, 8, 128, 64),
        (8192, 4096, 8, 128, 64),
        (16384, 1024, 8, 128, 128),
        (16384, 4096, 8, 64, 64),
        (16384, 4096, 4, 128, 64),
        (32768, 1024, 8, 128, 64),
        (32768, 1024, 4, 64, 64),
        (32768, 4096, 8, 128, 64),
        (32768, 4096, 4, 128, 128),
        (32768, 4096, 32, 128, 64),
    ):
        yield launches.window, (32, S, 128, width, 0, BM, BN, KV)
    for M, N, K, order, BM in (
        (16, 8192, 8192, "row", 16),
        (16, 28672, 8192, "row", 16),
        (16, 8192, 28672, "row", 16),
        (64, 8192, 8192, "row", 64),
        (64, 28672, 8192, "col", 64),
        (512, 28672, 8192, "col", 64),
        (512, 8192, 28672, "group8", 64),
        (2048, 28672, 8192, "row", 64),
        (2048, 8192, 8192, "group8", 64),
        (4096, 8192, 28672, "group8", 64),
    ):
        yield launches.packed, (M, N, K, order, BM, 128, 4)
    for M, N, K, order, BM, BN in (
        (4096, 4096, 4096, "group8", 128, 128),
        (4096, 11008, 4096, "row", 128, 128),
        (4096, 11008, 4096, "group8", 128, 128),
        (8192, 8192, 4096, "group8", 128, 128),
        (8192, 8192, 4096, "col", 128, 128),
        (8192, 28672, 2048, "group16", 128, 128),
        (16384, 4096, 1024, "row", 128, 128),
        (16384, 4096, 1024, "group8", 64, 64),
        (2048, 28672, 8192, "col", 128, 128),
    ):
        yield epilogue, (M, N, K, order, BM, BN)


def part_sequence():
    SWEEP.append(torch.zeros(1 << 28, device="cuda", dtype=BF16))
    for M, K, L, N, order in (
        (2048, 4096, 4096, 4096, "group8"),
        (4096, 4096, 4096, 4096, "group8"),
        (4096, 1024, 4096, 1024, "row"),
        (4096, 4096, 11008, 4096, "group8"),
        (8192, 1024, 2048, 1024, "group8"),
        (8192, 1024, 4096, 1024, "col"),
        (8192, 4096, 8192, 4096, "group8"),
        (16384, 1024, 4096, 1024, "group8"),
    ):
        yield pair, (M, K, L, N, order)
        if order == "group8":
            yield pair, (M, K, L, N, "library")
    for B, H, S, D, causal in (
        (1, 16, 4096, 64, False),
        (1, 16, 4096, 128, True),
        (4, 32, 4096, 128, True),
        (2, 32, 8192, 128, False),
        (1, 16, 16384, 128, True),
        (1, 32, 32768, 128, True),
    ):
        yield backward, (B, H, S, D, causal)
    for B, S, splits, BM in (
        (1, 32768, 16, 64),
        (4, 8192, 8, 64),
        (8, 16384, 8, 64),
        (16, 4096, 4, 64),
        (32, 8192, 2, 64),
        (64, 4096, 1, 64),
        (64, 4096, 2, 16),
        (128, 4096, 1, 64),
        (128, 8192, 1, 64),
        (128, 2048, 1, 16),
    ):
        yield launches.latent, (B, 128, S, splits, BM, 32)
    qwen = [256] * 128
    for kind in ("gathered", "scattered"):
        yield moe, (kind, qwen, 8, 2048, 768, "col", 128)
        yield moe, (kind, uneven(128, 32768, 4096, 4), 8, 2048, 768, "col", 64)
        yield moe, (kind, [32] * 128, 8, 2048, 768, "row", 64)
        yield moe, (kind, MIXTRAL, 2, 4096, 14336, "col", 128)
        yield moe, (kind, MIXTRAL, 2, 4096, 14336, "group4", 128)
        yield moe, (kind, uneven(8, 2048, 1024, 5), 2, 4096, 14336, "col", 128)
        yield moe, (kind, DEEPSEEK, 8, 7168, 2048, "col", 128)
        yield moe, (kind, uneven(256, 8192, 1024, 6), 8, 7168, 2048, "col", 64)
    yield moe, ("permuted", qwen, 8, 2048, 768, "col", 128)
    yield moe, ("permuted", DEEPSEEK, 8, 7168, 2048, "col", 128)


def part_layer():
    SWEEP.append(torch.zeros(1 << 28, device="cuda", dtype=BF16))
    for T in (512, 1024, 2048, 4096, 8192):
        for order in ("library", "group8", "row"):
            yield layers, (measured, T, order)


if __name__ == "__main__":
    torch.manual_seed(0)
    failed, end = 0, time.monotonic() + float(sys.argv[3])
    for run, arguments in {"alone": part_alone, "sequence": part_sequence, "layer": part_layer}[sys.argv[1]]():
        before = len(CASES)
        if time.monotonic() > end:
            failed += 1
            print("FAILED: no time left for", run.__name__, str(arguments)[:300], flush=True)
            continue
        try:
            run(*arguments)
        except Exception:
            failed += 1
            traceback.print_exc()
            print("FAILED", run.__name__, str(arguments)[:300], flush=True)
            # The launch may have been profiled before its result was found wrong.
            CASES[before:] = [None]
        torch.cuda.empty_cache()
        with open(sys.argv[2], "w") as file:
            json.dump(CASES, file)
    print(f"{failed} FAILED" if failed else "ALL RIGHT")
    sys.exit(failed > 0)
