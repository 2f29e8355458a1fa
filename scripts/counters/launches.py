"""Kernels of known schedule and launches drawn by a seed, each in an NVTX range that names it: launches.py PART SEED [COUNT].

Parts: `times` (products, attention, decoding, kernels of rows, one of each kind in turn), `noise` (one launch eight times,
its arrays at the same addresses and at others) and `workloads` (grouped products, sliding windows, latent attention, 4-bit weights). Needs PyTorch and Triton; launches.sh runs it under Nsight Compute.
"""
import random
import sys

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

BF16, FP32 = torch.bfloat16, torch.float32


@triton.jit
def mm_kernel(a, b, c, perm, M, N, K, grid_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """One CTA a tile of C, tiles in the order of `perm`."""
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
    tl.store(c + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


@triton.jit
def persistent_kernel(a, b, c, perm, tiles, M, N, K, grid_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """CTA p computes tiles p, p + grid, and so on of the order."""
    for place in range(tl.program_id(0), tiles, tl.num_programs(0)):
        tile = tl.load(perm + place)
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
        tl.store(c + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


@triton.jit
def split_k_kernel(a, b, c, perm, M, N, K, part, grid_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Part z of the products of a tile, added to C in the L2."""
    tile = tl.load(perm + tl.program_id(0))
    first = tl.program_id(1) * part
    rm = tile // grid_n * BM + tl.arange(0, BM)
    rn = tile % grid_n * BN + tl.arange(0, BN)
    rk = first + tl.arange(0, BK)
    ap = a + rm[:, None] * K + rk[None, :]
    bp = b + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, part, BK):
        acc = tl.dot(tl.load(ap), tl.load(bp), acc)
        ap += BK
        bp += BK * N
    tl.atomic_add(c + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


@triton.jit
def flash_kernel(q, k, v, o, S, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    row = tl.program_id(0)
    base = tl.program_id(1) * S * D
    rm = row * BM + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    qt = tl.load(q + base + rm[:, None] * D + rd[None, :])
    m = tl.full((BM,), float("-inf"), tl.float32)
    l = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    end = (row + 1) * BM if CAUSAL else S
    for n in range(0, end, BN):
        kt = tl.load(k + base + (n + rn)[None, :] * D + rd[:, None])
        s = tl.dot(qt, kt) * scale
        if CAUSAL:
            s = tl.where(rm[:, None] >= (n + rn)[None, :], s, float("-inf"))
        top = tl.maximum(m, tl.max(s, 1))
        p = tl.exp(s - top[:, None])
        alpha = tl.exp(m - top)
        l = l * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        vt = tl.load(v + base + (n + rn)[:, None] * D + rd[None, :])
        acc = tl.dot(p.to(tl.bfloat16), vt, acc)
        m = top
    tl.store(o + base + rm[:, None] * D + rd[None, :], (acc / l[:, None]).to(tl.bfloat16))


@triton.jit
def decode_kernel(q, k, v, o, lse, S, part, scale, G: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr,
                  SPLITS: tl.constexpr):
    """One query of G heads against part z of the keys of one key-value head; grid (batch x key-value heads, splits)."""
    head = tl.program_id(0)
    z = tl.program_id(1)
    rm = tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    base = head * S * D
    mask = rm < G
    qt = tl.load(q + (head * G + rm)[:, None] * D + rd[None, :], mask=mask[:, None], other=0.0)
    m = tl.full((BM,), float("-inf"), tl.float32)
    l = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    for n in range(z * part, (z + 1) * part, BN):
        kt = tl.load(k + base + (n + rn)[None, :] * D + rd[:, None])
        s = tl.dot(qt, kt) * scale
        top = tl.maximum(m, tl.max(s, 1))
        p = tl.exp(s - top[:, None])
        alpha = tl.exp(m - top)
        l = l * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        vt = tl.load(v + base + (n + rn)[:, None] * D + rd[None, :])
        acc = tl.dot(p.to(tl.bfloat16), vt, acc)
        m = top
    acc = acc / l[:, None]
    row = (head * SPLITS + z) * G + rm
    if SPLITS == 1:
        tl.store(o + row[:, None] * D + rd[None, :], acc.to(tl.bfloat16), mask=mask[:, None])
    else:
        tl.store(o + row[:, None] * D + rd[None, :], acc, mask=mask[:, None])
    tl.store(lse + row, m + tl.log(l), mask=mask)


@triton.jit
def combine_kernel(parts, lse, o, G: tl.constexpr, D: tl.constexpr, SPLITS: tl.constexpr):
    """Merges the parts of one query row; grid of rows."""
    row = tl.program_id(0)
    rd = tl.arange(0, D)
    rz = tl.arange(0, SPLITS)
    at = (row // G * SPLITS + rz) * G + row % G
    weights = tl.load(lse + at)
    weights = tl.exp(weights - tl.max(weights, 0))
    weights = weights / tl.sum(weights, 0)
    values = tl.load(parts + at[:, None] * D + rd[None, :])
    tl.store(o + row * D + rd, tl.sum(values * weights[:, None], 0).to(tl.bfloat16))


@triton.jit
def grouped_kernel(a, b, c, order, first, rows, tiles, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """CTA p computes tiles p, p + grid, and so on of the order: (group, tile row, tile column) each, rows of A and C packed."""
    for place in range(tl.program_id(0), tiles, tl.num_programs(0)):
        group = tl.load(order + 3 * place)
        m = tl.load(order + 3 * place + 1) * BM
        n = tl.load(order + 3 * place + 2) * BN
        start, count = tl.load(first + group), tl.load(rows + group)
        rm = m + tl.arange(0, BM)
        rn = n + tl.arange(0, BN)
        rk = tl.arange(0, BK)
        mask = rm[:, None] < count
        ap = a + (start + rm).to(tl.int64)[:, None] * K + rk[None, :]
        bp = b + group.to(tl.int64) * K * N + rk[:, None] * N + rn[None, :]
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for _ in range(0, K, BK):
            acc = tl.dot(tl.load(ap, mask=mask, other=0.0), tl.load(bp), acc)
            ap += BK
            bp += BK * N
        tl.store(c + (start + rm).to(tl.int64)[:, None] * N + rn[None, :], acc.to(tl.bfloat16), mask=mask)


@triton.jit
def window_kernel(q, k, v, o, S, window, sinks, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, G: tl.constexpr):
    """Causal: a query sees itself and the window - 1 keys before it, and the first `sinks` keys. G heads share one of keys."""
    row = tl.program_id(0)
    base = tl.program_id(1) * S * D
    shared = tl.program_id(1) // G * S * D
    rm = row * BM + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    qt = tl.load(q + base + rm[:, None] * D + rd[None, :])
    m = tl.full((BM,), float("-inf"), tl.float32)
    l = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    begin = tl.maximum(row * BM - window + 1, 0) // BN
    head = tl.minimum((sinks + BN - 1) // BN, begin)
    for step in range(0, head + (row + 1) * BM // BN - begin):
        n = tl.where(step < head, step, begin + step - head) * BN
        kt = tl.load(k + shared + (n + rn)[None, :] * D + rd[:, None])
        s = tl.dot(qt, kt) * scale
        at = (n + rn)[None, :]
        s = tl.where((rm[:, None] >= at) & ((rm[:, None] - at < window) | (at < sinks)), s, float("-inf"))
        top = tl.maximum(tl.maximum(m, tl.max(s, 1)), -1e30)
        p = tl.exp(s - top[:, None])
        alpha = tl.exp(m - top)
        l = l * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        vt = tl.load(v + shared + (n + rn)[:, None] * D + rd[None, :])
        acc = tl.dot(p.to(tl.bfloat16), vt, acc)
        m = top
    tl.store(o + base + rm[:, None] * D + rd[None, :], (acc / l[:, None]).to(tl.bfloat16))


@triton.jit
def latent_kernel(q, latent, o, lse, S, part, scale, H: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, DV: tl.constexpr,
                  DR: tl.constexpr, SPLITS: tl.constexpr):
    """BM heads of one query against part z of the latents, DV + DR words each, of which the first DV are values too."""
    tile, z, batch = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    D: tl.constexpr = DV + DR
    rm = tile * BM + tl.arange(0, BM)
    rn, rv, rr = tl.arange(0, BN), tl.arange(0, DV), tl.arange(0, DR)
    qv = tl.load(q + (batch * H + rm)[:, None] * D + rv[None, :])
    qr = tl.load(q + (batch * H + rm)[:, None] * D + DV + rr[None, :])
    m = tl.full((BM,), float("-inf"), tl.float32)
    l = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, DV), tl.float32)
    base = latent + batch * S * D
    for n in range(z * part, (z + 1) * part, BN):
        kv = tl.load(base + (n + rn)[:, None] * D + rv[None, :])
        kr = tl.load(base + (n + rn)[None, :] * D + DV + rr[:, None])
        s = (tl.dot(qv, tl.trans(kv)) + tl.dot(qr, kr)) * scale
        top = tl.maximum(m, tl.max(s, 1))
        p = tl.exp(s - top[:, None])
        alpha = tl.exp(m - top)
        l = l * alpha + tl.sum(p, 1)
        acc = tl.dot(p.to(tl.bfloat16), kv, acc * alpha[:, None])
        m = top
    row = (batch * SPLITS + z) * H + rm
    acc = acc / l[:, None]
    if SPLITS == 1:
        tl.store(o + row[:, None] * DV + rv[None, :], acc.to(tl.bfloat16))
    else:
        tl.store(o + row[:, None] * DV + rv[None, :], acc)
    tl.store(lse + row, m + tl.log(l))


@triton.jit
def packed_kernel(a, b, scales, c, perm, M, N, K, grid_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """B of 4-bit integers: in a step of BK rows a byte holds row r (low) and row r + BK / 2; a scale a step and column."""
    tile = tl.load(perm + tl.program_id(0))
    rm = tile // grid_n * BM + tl.arange(0, BM)
    rn = tile % grid_n * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK // 2)
    ap = a + rm[:, None] * K + rk[None, :]
    bp = b + rk[:, None] * N + rn[None, :]
    sp = scales + rn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        packed = tl.load(bp)
        scale = tl.load(sp)[None, :]
        low = ((packed & 15).to(tl.bfloat16) - 8.0) * scale
        high = ((packed >> 4).to(tl.bfloat16) - 8.0) * scale
        acc = tl.dot(tl.load(ap), low.to(tl.bfloat16), acc)
        acc = tl.dot(tl.load(ap + BK // 2), high.to(tl.bfloat16), acc)
        ap += BK
        bp += BK // 2 * N
        sp += N
    tl.store(c + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


@triton.jit
def softmax_kernel(x, y, N, BLOCK: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, BLOCK)
    row = tl.load(x + at).to(tl.float32)
    e = tl.exp(row - tl.max(row, 0))
    tl.store(y + at, (e / tl.sum(e, 0)).to(tl.bfloat16))


@triton.jit
def rmsnorm_kernel(x, w, y, N, BLOCK: tl.constexpr):
    r = tl.arange(0, BLOCK)
    at = tl.program_id(0) * N + r
    row = tl.load(x + at).to(tl.float32)
    scale = tl.rsqrt(tl.sum(row * row, 0) / N + 1e-6)
    tl.store(y + at, (row * scale * tl.load(w + r).to(tl.float32)).to(tl.bfloat16))


@triton.jit
def elementwise_kernel(x, y, z, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(x + at).to(tl.float32)
    tl.store(z + at, (g * tl.sigmoid(g) * tl.load(y + at).to(tl.float32)).to(tl.bfloat16))


def tiles_in_order(name, gm, gn):
    """Tile indices (row-major) in launch order: `row`, `col`, or `groupG`, G rows of tiles column by column."""
    if name == "row":
        return list(range(gm * gn))
    if name == "col":
        return [m * gn + n for n in range(gn) for m in range(gm)]
    g = int(name[5:])
    return [m * gn + n for m0 in range(0, gm, g) for n in range(gn) for m in range(m0, min(m0 + g, gm))]


def random_tensor(*shape, dtype=BF16):
    return (torch.randn(*shape, device="cuda", dtype=FP32) * 0.1).to(dtype)


def check(label, got, expected):
    error = ((got.float() - expected.float()).norm() / expected.float().norm()).item()
    assert error < 2e-2, (label, error)


def measured(label, launch, before=lambda: None, repeat=1):
    before()
    launch()
    for _ in range(repeat):
        before()
        torch.cuda.synchronize()
        torch.cuda.profiler.start()
        torch.cuda.nvtx.range_push(label)
        launch()
        torch.cuda.nvtx.range_pop()
        torch.cuda.synchronize()
        torch.cuda.profiler.stop()


def product(kind, M, N, K, order, BM, BN, splits=1, repeat=1, note=""):
    BK = 64
    warps, stages = (8 if BM * BN >= 16384 else 4), 3
    a, b = random_tensor(M, K), random_tensor(K, N)
    gm, gn = M // BM, N // BN
    perm = torch.tensor(tiles_in_order(order, gm, gn), dtype=torch.int32, device="cuda")
    shape, tile = f"M={M}|N={N}|K={K}|order={order}", f"BM={BM}|BN={BN}|BK={BK}{note}"
    options = dict(BM=BM, BN=BN, BK=BK, num_warps=warps, num_stages=stages)
    c = torch.zeros(M, N, device="cuda", dtype=FP32 if kind == "split-k" else BF16)
    clear = lambda: None
    if kind == "mm":
        label, launch = f"triton-mm|{shape}|{tile}", lambda: mm_kernel[(gm * gn,)](a, b, c, perm, M, N, K, gn, **options)
    elif kind == "persistent":
        sms = torch.cuda.get_device_properties(0).multi_processor_count
        label = f"triton-persistent|{shape}|ctas=1|{tile}"
        launch = lambda: persistent_kernel[(min(sms, gm * gn),)](a, b, c, perm, gm * gn, M, N, K, gn, **options)
    else:
        label, clear = f"triton-split-k|{shape}|splits={splits}|reduction=atomic|{tile}", c.zero_
        launch = lambda: split_k_kernel[(gm * gn, splits)](a, b, c, perm, M, N, K, K // splits, gn, **options)
    measured(label, launch, before=clear, repeat=repeat)
    check(label, c, a @ b)


def flash(BH, S, D, BM, BN, causal, repeat=1, note=""):
    q, k, v = (random_tensor(BH, S, D) for _ in range(3))
    o = torch.empty_like(q)
    warps = 8 if BM == 128 else 4
    options = dict(BM=BM, BN=BN, D=D, CAUSAL=causal, num_warps=warps, num_stages=2)
    launch = lambda: flash_kernel[(S // BM, BH)](q, k, v, o, S, D**-0.5, **options)
    label = f"triton-flash|BH={BH}|S={S}|D={D}{'|causal=1' if causal else ''}|BM={BM}|BN={BN}|warps={warps}{note}"
    measured(label, launch, repeat=repeat)
    check(label, o, F.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=causal)[0])


def decode(B, KV, G, S, D, splits, BN, note=""):
    q, k, v = random_tensor(B * KV, G, D), random_tensor(B * KV, S, D), random_tensor(B * KV, S, D)
    o = torch.empty_like(q)
    parts = torch.empty(B * KV * splits, G, D, device="cuda", dtype=FP32) if splits > 1 else o
    lse = torch.empty(B * KV * splits, G, device="cuda", dtype=FP32)
    options = dict(G=G, BM=16, BN=BN, D=D, SPLITS=splits, num_warps=4, num_stages=2)

    def launch():
        decode_kernel[(B * KV, splits)](q, k, v, parts, lse, S, S // splits, D**-0.5, **options)
        if splits > 1:
            combine_kernel[(B * KV * G,)](parts, lse, o, G=G, D=D, SPLITS=splits, num_warps=1)

    label = f"triton-flash-decode|B={B}|KV={KV}|G={G}|S={S}|D={D}|splits={splits}|BM=16|BN={BN}|warps=4{note}"
    measured(label, launch)
    check(label, o, F.scaled_dot_product_attention(q[None], k[None], v[None])[0])


def rows(kind, count, columns, repeat=1, note=""):
    x = random_tensor(count, columns)
    y, w = torch.empty_like(x), random_tensor(columns)
    warps = 4 if columns <= 2048 else 8
    if kind == "elementwise":
        other, block, warps = random_tensor(count, columns), 1024, 4
        launch = lambda: elementwise_kernel[(count * columns // block,)](x, other, y, BLOCK=block, num_warps=warps)
        shape = f"rows={count}|columns={columns}|block={block}"
    else:
        shape = f"rows={count}|columns={columns}"
        launch = (
            (lambda: softmax_kernel[(count,)](x, y, columns, BLOCK=columns, num_warps=warps))
            if kind == "softmax"
            else (lambda: rmsnorm_kernel[(count,)](x, w, y, columns, BLOCK=columns, num_warps=warps))
        )
    measured(f"triton-{kind}|{shape}|warps={warps}{note}", launch, repeat=repeat)


def grouped(rows, N, K, order, BM, BN):
    """`expert-col`: one group's tiles after another's, down its columns; `row`, `col`: over the tile rows of all groups."""
    BK, warps = 64, (8 if BM * BN >= 16384 else 4)
    first = [sum(rows[:g]) for g in range(len(rows))]
    a, b = random_tensor(sum(rows), K), random_tensor(len(rows), K, N)
    c = torch.empty(sum(rows), N, device="cuda", dtype=BF16)
    gn = N // BN
    strips = [(g, m) for g, count in enumerate(rows) for m in range(-(-count // BM))]
    if order == "expert-col":
        tiles = [(g, m, n) for g, count in enumerate(rows) for n in range(gn) for m in range(-(-count // BM))]
    elif order == "col":
        tiles = [(g, m, n) for n in range(gn) for g, m in strips]
    else:
        tiles = [(g, m, n) for g, m in strips for n in range(gn)]
    ints = lambda values: torch.tensor(values, dtype=torch.int32, device="cuda")
    table, starts, counts = ints(tiles).flatten(), ints(first), ints(rows)
    sms = torch.cuda.get_device_properties(0).multi_processor_count
    options = dict(BM=BM, BN=BN, BK=BK, num_warps=warps, num_stages=3)
    launch = lambda: grouped_kernel[(min(sms, len(tiles)),)](a, b, c, table, starts, counts, len(tiles), N, K, **options)
    label = f"triton-grouped|rows={'+'.join(map(str, rows))}|N={N}|K={K}|order={order}|BM={BM}|BN={BN}|BK={BK}|ctas=1"
    measured(label, launch)
    check(label, c, torch.cat([a[f : f + count] @ b[g] for g, (f, count) in enumerate(zip(first, rows))]))


def window(BH, S, D, width, sinks, BM, BN, KV=None):
    G = BH // (KV or BH)
    q, k, v = random_tensor(BH, S, D), random_tensor(BH // G, S, D), random_tensor(BH // G, S, D)
    o = torch.empty_like(q)
    warps = 8 if BM == 128 else 4
    launch = lambda: window_kernel[(S // BM, BH)](
        q, k, v, o, S, width, sinks, D**-0.5, BM=BM, BN=BN, D=D, G=G, num_warps=warps, num_stages=2
    )
    label = f"triton-window|BH={BH}{f'|KV={KV}' if KV else ''}|S={S}|D={D}|window={width}|sinks={sinks}|BM={BM}|BN={BN}|warps={warps}"
    measured(label, launch)
    if S <= 8192:
        i, j = torch.arange(S, device="cuda")[:, None], torch.arange(S, device="cuda")[None, :]
        mask = (i >= j) & ((i - j < width) | (j < sinks))
        check(label, o[:1], F.scaled_dot_product_attention(q[None, :1], k[None, :1], v[None, :1], attn_mask=mask)[0])


def latent(B, H, S, splits, BM, BN):
    DV, DR = 512, 64
    q, kv = random_tensor(B, H, DV + DR), random_tensor(B, S, DV + DR)
    o = torch.empty(B, H, DV, device="cuda", dtype=BF16)
    parts = torch.empty(B * splits, H, DV, device="cuda", dtype=FP32) if splits > 1 else o
    lse = torch.empty(B * splits, H, device="cuda", dtype=FP32)
    options = dict(H=H, BM=BM, BN=BN, DV=DV, DR=DR, SPLITS=splits, num_warps=8, num_stages=2)

    def launch():
        latent_kernel[(H // BM, splits, B)](q, kv, parts, lse, S, S // splits, 192**-0.5, **options)
        if splits > 1:
            combine_kernel[(B * H,)](parts, lse, o, G=H, D=DV, SPLITS=splits, num_warps=max(1, splits // 4))

    label = f"triton-latent|B={B}|H={H}|S={S}|DV={DV}|DR={DR}|splits={splits}|BM={BM}|BN={BN}|warps=8"
    measured(label, launch)
    scores = torch.einsum("bhd,bsd->bhs", q.float(), kv.float()) * 192**-0.5
    check(label, o, torch.einsum("bhs,bsd->bhd", scores.softmax(-1), kv[..., :DV].float()))


def packed(M, N, K, order, BM, BN, warps=None):
    """Four warps load the scales of a step once, eight warps twice."""
    note = f"|warps={warps}" if warps else ""
    BK, warps = 128, warps or (8 if BM * BN >= 16384 else 4)
    a = random_tensor(M, K)
    b = torch.randint(0, 256, (K // 2, N), device="cuda", dtype=torch.uint8)
    scales = random_tensor(K // BK, N)
    c = torch.empty(M, N, device="cuda", dtype=BF16)
    gm, gn = M // BM, N // BN
    perm = torch.tensor(tiles_in_order(order, gm, gn), dtype=torch.int32, device="cuda")
    options = dict(BM=BM, BN=BN, BK=BK, num_warps=warps, num_stages=3)
    label = f"triton-packed|M={M}|N={N}|K={K}|order={order}|BM={BM}|BN={BN}|BK={BK}{note}"
    measured(label, lambda: packed_kernel[(gm * gn,)](a, b, scales, c, perm, M, N, K, gn, **options))
    halves = b.view(K // BK, BK // 2, N)
    whole = torch.cat([halves & 15, halves >> 4], 1).float() - 8
    check(label, c, a.float() @ (whole * scales[:, None].float()).view(K, N))


TILES = ((128, 128), (128, 256), (128, 64), (64, 128))


def part_times(draw, count):
    for i in range(count):
        pick = draw.choice
        kind = i % 10
        if kind in (0, 1, 2):
            BM, BN = pick(TILES)
            M, N = 256 * draw.randint(2, 40), 256 * draw.randint(2, 40)
            product("mm", M, N, pick((512, 1024, 2048, 4096, 8192)), pick(("row", "col", "group4", "group8", "group16")), BM, BN)
        elif kind == 3:
            BM, BN = pick(TILES[:2])
            product("persistent", 256 * draw.randint(4, 32), 256 * draw.randint(4, 32), pick((1024, 2048, 4096)), pick(("row", "group8")), BM, BN)
        elif kind == 4:
            BM = pick((16, 32, 64))
            product("split-k", BM, 256 * draw.randint(16, 64), pick((4096, 8192)), "group8", BM, pick((64, 128)), splits=pick((2, 4, 8)))
        elif kind == 5:
            BM = pick((16, 32, 64))
            product("mm", BM, 256 * draw.randint(16, 64), pick((4096, 8192)), "row", BM, pick((64, 128)))
        elif kind in (6, 7):
            BM, BN = pick(((128, 64), (128, 128), (64, 64), (64, 128)))
            flash(pick((4, 8, 16, 32, 48)), pick((1024, 2048, 4096, 8192)), pick((64, 128)), BM, BN, pick((False, True)))
        elif kind == 8:
            decode(pick((1, 4, 16, 48)), pick((2, 4, 8)), pick((1, 4, 8)), pick((2048, 4096, 8192, 16384)), pick((64, 128)), pick((1, 2, 4, 8)), pick((64, 128)))
        else:
            rows(pick(("softmax", "rmsnorm", "elementwise")), 1024 * draw.randint(1, 24), pick((1024, 2048, 4096, 8192)))


def part_noise(draw, count):
    """Each launch eight times at one place, and once at each of eight places (`at=` numbers them)."""
    cases = (
        lambda note, repeat: product("mm", 8192, 8192, 4096, "row", 128, 128, repeat=repeat, note=note),
        lambda note, repeat: product("mm", 8192, 8192, 4096, "group8", 128, 128, repeat=repeat, note=note),
        lambda note, repeat: product("mm", 4096, 11008, 4096, "col", 128, 256, repeat=repeat, note=note),
        lambda note, repeat: product("mm", 2048, 28672, 8192, "row", 128, 128, repeat=repeat, note=note),
        lambda note, repeat: product("persistent", 4096, 11008, 4096, "group8", 128, 128, repeat=repeat, note=note),
        lambda note, repeat: product("mm", 1024, 1024, 1024, "group8", 128, 128, repeat=repeat, note=note),
        lambda note, repeat: flash(16, 8192, 128, 128, 64, False, repeat=repeat, note=note),
        lambda note, repeat: rows("softmax", 8192, 4096, repeat=repeat, note=note),
    )
    for case in cases[:count]:
        case("|at=0", 8)
        for place in range(1, 9):
            hole = torch.empty(draw.randint(1, 4096) * 65536, device="cuda", dtype=torch.uint8)
            case(f"|at={place}", 1)
            del hole
            torch.cuda.empty_cache()


def part_workloads(draw, count):
    for i in range(count):
        pick = draw.choice
        if i % 4 == 0:
            groups = pick((8, 16, 32))
            rows = [draw.randint(1, 2 * pick((64, 128, 256, 512))) for _ in range(groups)]
            grouped(rows, pick((2048, 4096, 7168)), pick((2048, 4096, 7168)), pick(("row", "col", "expert-col")), pick((64, 128)), 128)
        elif i % 4 == 1:
            BM, BN = pick(((128, 64), (128, 128), (64, 64)))
            S = pick((4096, 8192, 16384, 32768))
            window(pick((4, 8, 16, 32)), S, pick((64, 128)), pick((128, 512, 1024, 4096)), pick((0, 0, 4, 128)), BM, BN)
        elif i % 4 == 2:
            B, heads = pick((4, 16, 64, 128)), pick((16, 64, 128))
            latent(B, heads, pick((2048, 4096, 8192)), pick((1, 1, 2, 4)), pick((16, min(heads, 64))), 32)
        else:
            BM, BN = pick(((16, 128), (64, 128), (128, 128)))
            packed(BM * pick((1, 1, 4, 32)), 256 * draw.randint(8, 48), pick((2048, 4096, 8192)), pick(("row", "col", "group8")), BM, BN)


if __name__ == "__main__":
    torch.manual_seed(0)
    globals()[f"part_{sys.argv[1]}"](random.Random(int(sys.argv[2])), int(sys.argv[3]) if len(sys.argv) > 3 else 8)
    print("ALL RIGHT")
