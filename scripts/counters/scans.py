"""Scans by the schedules of src/schedules/gpu/recurrence, each in an NVTX range that names it: scans.py scans SEED [SECONDS].

Blocks, tiles and their order are those of `redblue replay scan --tile TxP`: head by head, the chunks of each, the columns of each of
these. A kernel is compared with the recurrence before it is measured; one that differs or fails is named and skipped, and none begins
after SECONDS. launches.sh runs this under Nsight Compute.
"""
import os
import subprocess
import sys
import time
import traceback

import torch
import triton
import triton.language as tl

from launches import BF16, FP32, check, measured, random_tensor

DECAYS = {"none": 0, "head": 1, "state": 2, "channel": 3}


@triton.jit
def place(pid, heads, groups, chunks, COLUMNS: tl.constexpr):
    """Head, its group, chunk and block of columns."""
    head = pid // (chunks * COLUMNS)
    group = head // heads * groups + head % heads // (heads // groups)
    return head, group, pid // COLUMNS % chunks, pid % COLUMNS


@triton.jit
def decay_places(d, head, L, T: tl.constexpr, N: tl.constexpr, DECAY: tl.constexpr):
    rt = tl.arange(0, T)
    at = head * L + rt
    if DECAY == 2:
        at = (head * L + rt)[:, None] * N + tl.arange(0, N)[None, :]
    return d + at


@triton.jit
def decayed(qt, kt, dp, DECAY: tl.constexpr):
    """Queries from the chunk's begin, keys from there and to its end, and what a state loses over the chunk; words of D are logarithms."""
    from_begin, keys, to_end = qt, kt, kt
    factor = tl.full((1, 1), 1.0, tl.float32)
    if DECAY == 1:
        steps = tl.load(dp).to(tl.float32)
        so_far = tl.cumsum(steps, 0)[:, None]
        whole = tl.sum(steps, 0)
        from_begin = (qt * tl.exp(so_far)).to(tl.bfloat16)
        keys = (kt * tl.exp(-so_far)).to(tl.bfloat16)
        to_end = (kt * tl.exp(whole - so_far)).to(tl.bfloat16)
        factor = factor * tl.exp(whole)
    if DECAY == 2:
        rows = tl.load(dp).to(tl.float32)
        sums = tl.cumsum(rows, 0)
        whole_rows = tl.sum(rows, 0)
        from_begin = (qt * tl.exp(sums)).to(tl.bfloat16)
        keys = (kt * tl.exp(-sums)).to(tl.bfloat16)
        to_end = (kt * tl.exp(whole_rows[None, :] - sums)).to(tl.bfloat16)
        factor = tl.exp(whole_rows)[:, None]
    return from_begin, keys, to_end, factor


@triton.jit
def within(from_begin, keys, vt, T: tl.constexpr):
    rt = tl.arange(0, T)
    pairs = tl.dot(from_begin, tl.trans(keys))
    pairs = tl.where(rt[:, None] >= rt[None, :], pairs, 0.0)
    return tl.dot(pairs.to(tl.bfloat16), vt)


@triton.jit
def fused_kernel(q, k, v, d, y, L, heads, groups, DECAY: tl.constexpr, T: tl.constexpr, N: tl.constexpr, P: tl.constexpr,
                 DIM: tl.constexpr):
    """States stay in registers from chunk to chunk."""
    head, group, first, column = place(tl.program_id(0), heads, groups, 1, DIM // P)
    rt, rn, rp = tl.arange(0, T), tl.arange(0, N), tl.arange(0, P)
    ofkey = group * L * N + rt[:, None] * N + rn[None, :]
    ofvalue = head * L * DIM + rt[:, None] * DIM + column * P + rp[None, :]
    qp, kp, vp, yp = q + ofkey, k + ofkey, v + ofvalue, y + ofvalue
    dp = decay_places(d, head, L, T, N, DECAY)
    state = tl.zeros((N, P), tl.float32)
    for begin in range(0, L, T):
        qt, kt, vt = tl.load(qp), tl.load(kp), tl.load(vp)
        from_begin, keys, to_end, factor = decayed(qt, kt, dp, DECAY)
        result = within(from_begin, keys, vt, T) + tl.dot(from_begin, state.to(tl.bfloat16))
        state = state * factor + tl.dot(tl.trans(to_end), vt)
        tl.store(yp, result.to(tl.bfloat16))
        qp += T * N
        kp += T * N
        vp += T * DIM
        yp += T * DIM
        dp += T * (N if DECAY == 2 else 1)


@triton.jit
def recurrent_kernel(q, k, v, d, a, y, L, heads, groups, DECAY: tl.constexpr, N: tl.constexpr, P: tl.constexpr, DIM: tl.constexpr):
    """Token after token; of `channel` D has step sizes, and A a table of each head."""
    head, group, first, column = place(tl.program_id(0), heads, groups, 1, DIM // P)
    rn, rp = tl.arange(0, N), tl.arange(0, P)
    ofkey = group * L * N + rn
    ofvalue = head * L * DIM + column * P + rp
    qp, kp, vp, yp = q + ofkey, k + ofkey, v + ofvalue, y + ofvalue
    dp = d + head * L
    if DECAY == 2:
        dp = d + head * L * N + rn
    if DECAY == 3:
        dp = d + ofvalue
        table = tl.load(a + head % heads * N * DIM + rn[:, None] * DIM + column * P + rp[None, :]).to(tl.float32)
    state = tl.zeros((N, P), tl.float32)
    for token in range(L):
        qt, kt, vt = tl.load(qp).to(tl.float32), tl.load(kp).to(tl.float32), tl.load(vp).to(tl.float32)
        if DECAY == 1:
            state = state * tl.exp(tl.load(dp).to(tl.float32))
        if DECAY == 2:
            state = state * tl.exp(tl.load(dp).to(tl.float32))[:, None]
        if DECAY == 3:
            step = tl.load(dp).to(tl.float32)
            state = state * tl.exp(step[None, :] * table)
            vt = vt * step
        state += kt[:, None] * vt[None, :]
        tl.store(yp, tl.sum(state * qt[:, None], 0).to(tl.bfloat16))
        qp += N
        kp += N
        vp += DIM
        yp += DIM
        dp += N if DECAY == 2 else DIM if DECAY == 3 else 1


@triton.jit
def states_kernel(k, v, d, s, L, heads, groups, DECAY: tl.constexpr, T: tl.constexpr, N: tl.constexpr, P: tl.constexpr, DIM: tl.constexpr):
    """Stores the states after all chunks but the last."""
    head, group, first, column = place(tl.program_id(0), heads, groups, 1, DIM // P)
    rt, rn, rp = tl.arange(0, T), tl.arange(0, N), tl.arange(0, P)
    kp = k + group * L * N + rt[:, None] * N + rn[None, :]
    vp = v + head * L * DIM + rt[:, None] * DIM + column * P + rp[None, :]
    dp = decay_places(d, head, L, T, N, DECAY)
    sp = s + head * (L // T - 1) * N * DIM + rn[:, None] * DIM + column * P + rp[None, :]
    state = tl.zeros((N, P), tl.float32)
    for begin in range(0, L - T, T):
        kt, vt = tl.load(kp), tl.load(vp)
        unused_queries, unused_keys, to_end, factor = decayed(kt, kt, dp, DECAY)
        state = state * factor + tl.dot(tl.trans(to_end), vt)
        tl.store(sp, state)
        kp += T * N
        vp += T * DIM
        sp += N * DIM
        dp += T * (N if DECAY == 2 else 1)


@triton.jit
def additions_kernel(k, v, d, u, L, heads, groups, DECAY: tl.constexpr, T: tl.constexpr, N: tl.constexpr, P: tl.constexpr,
                     DIM: tl.constexpr):
    """What each chunk but the last adds to the state."""
    head, group, chunk, column = place(tl.program_id(0), heads, groups, L // T - 1, DIM // P)
    rt, rn, rp = tl.arange(0, T), tl.arange(0, N), tl.arange(0, P)
    kt = tl.load(k + (group * L + chunk * T) * N + rt[:, None] * N + rn[None, :])
    vt = tl.load(v + (head * L + chunk * T) * DIM + rt[:, None] * DIM + column * P + rp[None, :])
    dp = decay_places(d, head, L, T, N, DECAY) + chunk * T * (N if DECAY == 2 else 1)
    unused_queries, unused_keys, to_end, factor = decayed(kt, kt, dp, DECAY)
    up = u + (head * (L // T - 1) + chunk) * N * DIM + rn[:, None] * DIM + column * P + rp[None, :]
    tl.store(up, tl.dot(tl.trans(to_end), vt))


@triton.jit
def passing_kernel(u, d, s, L, heads, groups, DECAY: tl.constexpr, T: tl.constexpr, N: tl.constexpr, P: tl.constexpr, DIM: tl.constexpr):
    head, group, first, column = place(tl.program_id(0), heads, groups, 1, DIM // P)
    rn, rp = tl.arange(0, N), tl.arange(0, P)
    at = head * (L // T - 1) * N * DIM + rn[:, None] * DIM + column * P + rp[None, :]
    dp = decay_places(d, head, L, T, N, DECAY)
    state = tl.zeros((N, P), tl.float32)
    for begin in range(0, L - T, T):
        if DECAY == 1:
            state = state * tl.exp(tl.sum(tl.load(dp).to(tl.float32), 0))
        if DECAY == 2:
            state = state * tl.exp(tl.sum(tl.load(dp).to(tl.float32), 0))[:, None]
        state += tl.load(u + at)
        tl.store(s + at, state)
        at += N * DIM
        dp += T * (N if DECAY == 2 else 1)


@triton.jit
def results_kernel(q, k, v, d, s, y, L, heads, groups, DECAY: tl.constexpr, T: tl.constexpr, N: tl.constexpr, P: tl.constexpr,
                   DIM: tl.constexpr):
    """All chunks at once, from the states before them."""
    head, group, chunk, column = place(tl.program_id(0), heads, groups, L // T, DIM // P)
    rt, rn, rp = tl.arange(0, T), tl.arange(0, N), tl.arange(0, P)
    ofkey = (group * L + chunk * T) * N + rt[:, None] * N + rn[None, :]
    ofvalue = (head * L + chunk * T) * DIM + rt[:, None] * DIM + column * P + rp[None, :]
    dp = decay_places(d, head, L, T, N, DECAY) + chunk * T * (N if DECAY == 2 else 1)
    qt, kt, vt = tl.load(q + ofkey), tl.load(k + ofkey), tl.load(v + ofvalue)
    from_begin, keys, to_end, factor = decayed(qt, kt, dp, DECAY)
    result = within(from_begin, keys, vt, T)
    if chunk > 0:
        sp = s + (head * (L // T - 1) + chunk - 1) * N * DIM + rn[:, None] * DIM + column * P + rp[None, :]
        result += tl.dot(from_begin, tl.load(sp).to(tl.bfloat16))
    tl.store(y + ofvalue, result.to(tl.bfloat16))


def recurrence(q, k, v, d, a, decay, heads, groups, tokens):
    """The first tokens of Y, for every head of every sequence, in fp32."""
    per = heads // groups
    q, k = (t[:, :tokens].float().repeat_interleave(per, 0) for t in (q, k))
    v, d = v[:, :tokens].float(), d[:, :tokens].float()
    state = torch.zeros(v.shape[0], q.shape[2], v.shape[2], device="cuda")
    table = a.float().repeat(v.shape[0] // heads, 1, 1)
    out = []
    for t in range(tokens):
        vt = v[:, t]
        if decay == "head":
            state = state * d[:, t].exp()[:, None, None]
        if decay == "state":
            state = state * d[:, t].exp()[:, :, None]
        if decay == "channel":
            state = state * (d[:, t][:, None, :] * table).exp()
            vt = vt * d[:, t]
        state = state + k[:, t][:, :, None] * vt[:, None, :]
        out.append((state * q[:, t][:, :, None]).sum(1))
    return torch.stack(out, 1)


def scan(kind, B, heads, groups, L, N, DIM, decay, T, P, warps, stages=2):
    q, k, v = random_tensor(B * groups, L, N), random_tensor(B * groups, L, N), random_tensor(B * heads, L, DIM)
    width = {"none": (1,), "head": (), "state": (N,), "channel": (DIM,)}[decay]
    d = torch.rand(B * heads, 1 if decay == "none" else L, *width, device="cuda", dtype=FP32) * 0.04
    d = (d if decay == "channel" else -d).to(BF16)
    a = -torch.rand(heads, N, DIM, device="cuda", dtype=FP32).to(BF16) if decay == "channel" else torch.zeros(heads, 1, 1, device="cuda")
    y = torch.empty_like(v)
    rows, chunks = B * heads * (DIM // P), L // T
    stored = [torch.empty(B * heads, chunks - 1, N, DIM, device="cuda", dtype=FP32) for _ in range({"chunks": 1, "ssd": 2}.get(kind, 0))]
    sizes = (L, heads, groups)
    options = dict(DECAY=DECAYS[decay], N=N, P=P, DIM=DIM, num_warps=warps, num_stages=stages)

    def run():
        if kind == "recurrent":
            recurrent_kernel[(rows,)](q, k, v, d, a, y, *sizes, **options)
        elif kind == "fused":
            fused_kernel[(rows,)](q, k, v, d, y, *sizes, T=T, **options)
        else:
            states = stored[0]
            if kind == "chunks":
                states_kernel[(rows,)](k, v, d, states, *sizes, T=T, **options)
            else:
                additions_kernel[(rows * (chunks - 1),)](k, v, d, stored[1], *sizes, T=T, **options)
                passing_kernel[(rows,)](stored[1], d, states, *sizes, T=T, **options)
            results_kernel[(rows * chunks,)](q, k, v, d, states, y, *sizes, T=T, **options)

    shape = f"B={B}|heads={heads}|groups={groups}|tokens={L}|state={N}|dim={DIM}|decay={decay}"
    label = f"triton-scan-{kind}|{shape}|T={T}|P={P}|warps={warps}|stages={stages}"
    run()
    expected = recurrence(q, k, v, d, a, decay, heads, groups, 192)
    check(label, y[:, :192], expected)
    measured(label, run)


# Kind, sequences, heads, groups, tokens, state, columns, decays, tokens and columns of a block, warps, stages (default 2).
CASES = (
    ("fused", 1, 80, 1, 8192, 128, 64, "head", 64, 64, 4),
    ("recurrent", 1, 80, 1, 2048, 128, 64, "head", 32, 16, 1),
    ("fused", 4, 80, 1, 2048, 128, 64, "head", 64, 64, 4),
    ("recurrent", 2, 1, 1, 2048, 16, 5120, "channel", 32, 64, 1),
    ("fused", 1, 80, 1, 2048, 128, 64, "head", 64, 64, 4),
    ("fused", 1, 80, 1, 2048, 128, 64, "head", 32, 64, 4),
    ("fused", 1, 80, 1, 2048, 128, 64, "head", 128, 64, 8, 1),
    ("fused", 2, 32, 32, 4096, 128, 128, "none", 64, 64, 4),
    ("fused", 2, 32, 32, 4096, 128, 128, "none", 64, 128, 8),
    ("fused", 2, 16, 16, 4096, 128, 256, "state", 64, 64, 4),
    ("fused", 8, 64, 64, 2048, 64, 64, "none", 64, 64, 4),
    ("recurrent", 4, 80, 1, 1024, 128, 64, "head", 32, 16, 1),
    ("recurrent", 1, 80, 1, 2048, 128, 64, "head", 32, 32, 1),
    ("recurrent", 2, 32, 32, 1024, 64, 64, "none", 32, 32, 1),
    ("recurrent", 2, 16, 16, 1024, 128, 256, "state", 32, 16, 1),
    ("recurrent", 8, 1, 1, 2048, 16, 5120, "channel", 32, 64, 1),
    ("chunks", 1, 80, 1, 8192, 128, 64, "head", 64, 64, 4),
    ("chunks", 1, 80, 1, 8192, 128, 64, "head", 128, 64, 8, 1),
    ("chunks", 2, 32, 32, 4096, 128, 128, "none", 64, 64, 4),
    ("ssd", 1, 80, 1, 8192, 128, 64, "head", 64, 64, 4),
    ("ssd", 1, 80, 1, 8192, 128, 64, "head", 128, 64, 8, 1),
)


def run_from(first, seed, end):
    """Runs cases in this process; after an error of the device, which spoils it, leaves with the number of the case to go on with."""
    torch.manual_seed(seed)
    for at in range(first, len(CASES)):
        try:
            assert time.time() < end, "no time left"
            scan(*CASES[at])
            torch.cuda.empty_cache()
        except Exception as error:
            traceback.print_exc()
            print("FAILED", CASES[at], flush=True)
            if "CUDA error" in str(error):
                os._exit(at + 1)


if __name__ == "__main__":
    if sys.argv[1] == "from":
        run_from(int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
        sys.exit(0)
    end = time.time() + float(sys.argv[3] if len(sys.argv) > 3 else 90)
    first, left = 0, True
    while left:
        first = subprocess.run([sys.executable, __file__, "from", str(first), sys.argv[2], str(end)]).returncode
        left = 0 < first < len(CASES)
    print("DONE")
