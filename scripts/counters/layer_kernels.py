"""Two layers of Llama-3 8B in prefill as kernels one after another, as serving systems launch them; workloads-today.py runs them."""
import torch
import torch.nn.functional as F
import triton
import triton.language as tl

from launches import BF16, check, mm_kernel, random_tensor, tiles_in_order

MODEL, HEADS, KV_HEADS, DIM, HIDDEN = 4096, 32, 8, 128, 14336


@triton.jit
def rms_norm_kernel(x, gain, y, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    row = tl.load(x + at).to(tl.float32)
    row = row * tl.rsqrt(tl.sum(row * row) / N + 1e-5)
    tl.store(y + at, (row * tl.load(gain + tl.arange(0, N)).to(tl.float32)).to(tl.bfloat16))


@triton.jit
def rotary_kernel(x, pitch, cos, sin, y, BLOCK: tl.constexpr, H: tl.constexpr, D: tl.constexpr):
    """All heads of a token, those of the queries beside those of the keys; words c and c + D/2 of a head turn together."""
    token = tl.program_id(0)
    head = tl.arange(0, BLOCK)[:, None]
    c = tl.arange(0, D // 2)[None, :]
    real = head < H
    angle = token * (D // 2) + c
    cosine, sine = tl.load(cos + angle).to(tl.float32), tl.load(sin + angle).to(tl.float32)
    a = tl.load(x + token * pitch + head * D + c, mask=real).to(tl.float32)
    b = tl.load(x + token * pitch + head * D + D // 2 + c, mask=real).to(tl.float32)
    to = y + token * H * D + head * D + c
    tl.store(to, (a * cosine - b * sine).to(tl.bfloat16), mask=real)
    tl.store(to + D // 2, (b * cosine + a * sine).to(tl.bfloat16), mask=real)


@triton.jit
def gate_kernel(x, y, N, BLOCK: tl.constexpr):
    """silu of the first half of a row, times the second half."""
    row, c = tl.program_id(1), tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    gate = tl.load(x + row * 2 * N + c).to(tl.float32)
    up = tl.load(x + row * 2 * N + N + c).to(tl.float32)
    tl.store(y + row * N + c, (gate / (1 + tl.exp(-gate)) * up).to(tl.bfloat16))


@triton.jit
def add_kernel(x, r, y, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at) + tl.load(r + at))


def layers(measured, T, order):
    """`order` is a launch order of 128x128 tiles, or `library` for products by cuBLAS from transposed weights."""
    library = order == "library"
    width = (HEADS + 2 * KV_HEADS) * DIM
    shapes = ((MODEL, width), (HEADS * DIM, MODEL), (MODEL, 2 * HIDDEN), (HIDDEN, MODEL))
    new = lambda columns: torch.empty(T, columns, device="cuda", dtype=BF16)
    gain = torch.ones(MODEL, device="cuda", dtype=BF16)
    turns = torch.rand(T, DIM // 2, device="cuda") * 6.28
    cos, sin = turns.cos().to(BF16), turns.sin().to(BF16)
    weights = [[random_tensor(*(shape[::-1] if library else shape)) * 0.15 for shape in shapes] for _ in range(2)]
    tables = {
        n: torch.tensor(tiles_in_order(order, T // 128, n // 128), dtype=torch.int32, device="cuda")
        for _, n in shapes
        if not library
    }
    # Activations of each layer are arrays of their own.
    rooms = [[new(n) for n in (MODEL, width, (HEADS + KV_HEADS) * DIM, MODEL, MODEL, MODEL, 2 * HIDDEN, HIDDEN, MODEL, MODEL)] for _ in "12"]
    x = random_tensor(T, MODEL)
    got = []

    def product(a, w, c):
        if library:
            torch.mm(a, w.t(), out=c)
        else:
            K, N = w.shape
            mm_kernel[(T // 128 * (N // 128),)](a, w, c, tables[N], T, N, K, N // 128, BM=128, BN=128, BK=64, num_warps=8, num_stages=3)

    def run():
        got.clear()
        at = x
        for (wqkv, wo, wgu, wd), (y, qkv, turned, z, r, y2, gu, h, d, out) in zip(weights, rooms):
            rms_norm_kernel[(T,)](at, gain, y, MODEL, num_warps=8)
            product(y, wqkv, qkv)
            rotary_kernel[(T,)](qkv, width, cos, sin, turned, BLOCK=64, H=HEADS + KV_HEADS, D=DIM, num_warps=8)
            heads = turned.view(1, T, HEADS + KV_HEADS, DIM)
            v = qkv[:, (HEADS + KV_HEADS) * DIM :].view(1, T, KV_HEADS, DIM)
            o = torch.ops.aten._flash_attention_forward(
                heads[:, :, :HEADS], heads[:, :, HEADS:], v, None, None, T, T, 0.0, True, False
            )[0]
            got.append(o)
            product(o.view(T, MODEL), wo, z)
            add_kernel[(T * MODEL // 1024,)](z, at, r, BLOCK=1024, num_warps=4)
            rms_norm_kernel[(T,)](r, gain, y2, MODEL, num_warps=8)
            product(y2, wgu, gu)
            gate_kernel[(HIDDEN // 1024, T)](gu, h, HIDDEN, BLOCK=1024, num_warps=4)
            product(h, wd, d)
            add_kernel[(T * MODEL // 1024,)](d, r, out, BLOCK=1024, num_warps=4)
            at = out

    label = f"llama3-8b-layers|T={T}|order={order}"
    measured(label, run)
    y, qkv, turned, z, r, y2, gu, h, d, out = rooms[1]
    wqkv, wo, wgu, wd = (w.t() if library else w for w in weights[1])
    norm = lambda t: F.rms_norm(t.float(), (MODEL,), eps=1e-5)
    check(label, y, norm(rooms[0][-1]))
    check(label, qkv, y @ wqkv)
    parts = qkv[:, : (HEADS + KV_HEADS) * DIM].float().view(T, -1, 2, DIM // 2)
    a, b = parts[:, :, 0], parts[:, :, 1]
    c, s = cos.float()[:, None], sin.float()[:, None]
    check(label, turned, torch.cat((a * c - b * s, b * c + a * s), -1).view(T, -1))
    q, k = (t.view(1, T, -1, DIM).transpose(1, 2) for t in (turned[:, :MODEL], turned[:, MODEL:]))
    v = qkv[:, -KV_HEADS * DIM :].view(1, T, KV_HEADS, DIM).transpose(1, 2)
    spread = lambda t: t.repeat_interleave(HEADS // KV_HEADS, 1)
    check(label, got[1].view(T, MODEL), F.scaled_dot_product_attention(q, spread(k), spread(v), is_causal=True).transpose(1, 2).reshape(T, MODEL))
    check(label, z, got[1].view(T, MODEL) @ wo)
    check(label, r, z.float() + rooms[0][-1].float())
    check(label, gu, norm(r).to(BF16) @ wgu)
    check(label, h, F.silu(gu[:, :HIDDEN].float()) * gu[:, HIDDEN:].float())
    check(label, d, h @ wd)
    check(label, out, d.float() + r.float())
