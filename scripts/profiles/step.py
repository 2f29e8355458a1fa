"""One step of a model, its kernels named by PyTorch's NVTX ranges: step.py MODEL [--backward] [--compile] [--trace FILE].

Models: llama, gpt2, vit, resnet50, unet; bf16, plain PyTorch, random weights, their published widths and a few layers.
Under Nsight Compute each operator's name, sizes and producers stand in ranges (emit_nvtx, record_shapes); with --trace the
PyTorch profiler writes a Chrome trace instead. profile.sh runs the profiler.
"""
import argparse

import torch
import torch.nn.functional as F
from torch import nn

BF16 = torch.bfloat16


class RMSNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        y = x.float()
        return self.weight * (y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-5)).to(x.dtype)


class LlamaLayer(nn.Module):
    """Llama 3 8B: 32 heads of 128, 8 of keys and values, a gated block of 14336."""

    def __init__(self, width=4096, heads=32, kv=8, hidden=14336):
        super().__init__()
        self.heads, self.kv, self.dim = heads, kv, width // heads
        self.q = nn.Linear(width, width, bias=False)
        self.k = nn.Linear(width, kv * self.dim, bias=False)
        self.v = nn.Linear(width, kv * self.dim, bias=False)
        self.o = nn.Linear(width, width, bias=False)
        self.gate, self.up = nn.Linear(width, hidden, bias=False), nn.Linear(width, hidden, bias=False)
        self.down = nn.Linear(hidden, width, bias=False)
        self.first, self.second = RMSNorm(width), RMSNorm(width)

    def forward(self, x, cos, sin):
        b, s, _ = x.shape
        y = self.first(x)
        q, k, v = (f(y).view(b, s, -1, self.dim).transpose(1, 2) for f in (self.q, self.k, self.v))
        turn = lambda t: t * cos + torch.cat((-t[..., self.dim // 2 :], t[..., : self.dim // 2]), -1) * sin
        y = F.scaled_dot_product_attention(turn(q), turn(k), v, is_causal=True, enable_gqa=True)
        x = x + self.o(y.transpose(1, 2).reshape(b, s, -1))
        y = self.second(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Llama(nn.Module):
    def __init__(self, layers=2, vocabulary=32000, width=4096):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        self.layers = nn.ModuleList(LlamaLayer(width) for _ in range(layers))
        self.norm, self.head = RMSNorm(width), nn.Linear(width, vocabulary, bias=False)
        angle = torch.arange(2048)[:, None] * 500000.0 ** (-torch.arange(0, 128, 2) / 128)
        self.register_buffer("cos", torch.cat((angle, angle), -1).cos())
        self.register_buffer("sin", torch.cat((angle, angle), -1).sin())

    def forward(self, tokens):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x, self.cos, self.sin)
        return self.head(self.norm(x))


class Block(nn.Module):
    """Of GPT-2 (causal) and ViT: LayerNorm, attention with biases, GELU."""

    def __init__(self, width, heads, causal):
        super().__init__()
        self.heads, self.causal = heads, causal
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        b, s, w = x.shape
        q, k, v = (t.view(b, s, self.heads, -1).transpose(1, 2) for t in self.qkv(self.first(x)).chunk(3, -1))
        x = x + self.out(F.scaled_dot_product_attention(q, k, v, is_causal=self.causal).transpose(1, 2).reshape(b, s, w))
        return x + self.down(F.gelu(self.up(self.second(x))))


class Gpt2(nn.Module):
    def __init__(self, layers=2, width=1024, heads=16):
        super().__init__()
        self.embed, self.place = nn.Embedding(50257, width), nn.Embedding(1024, width)
        self.blocks = nn.ModuleList(Block(width, heads, True) for _ in range(layers))
        self.norm = nn.LayerNorm(width)

    def forward(self, tokens):
        x = self.embed(tokens) + self.place(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            x = block(x)
        return F.linear(self.norm(x), self.embed.weight)


class Vit(nn.Module):
    """ViT-L/16."""

    def __init__(self, layers=2, width=1024, heads=16):
        super().__init__()
        self.patches = nn.Conv2d(3, width, 16, 16)
        self.cls, self.place = nn.Parameter(torch.zeros(1, 1, width)), nn.Parameter(torch.zeros(1, 197, width))
        self.blocks = nn.ModuleList(Block(width, heads, False) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, 1000)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat((self.cls.expand(x.shape[0], -1, -1), x), 1) + self.place
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])


class Bottleneck(nn.Module):
    def __init__(self, inputs, width, stride):
        super().__init__()
        self.a, self.b, self.c = nn.Conv2d(inputs, width, 1, bias=False), nn.Conv2d(width, width, 3, stride, 1, bias=False), nn.Conv2d(width, 4 * width, 1, bias=False)
        self.na, self.nb, self.nc = nn.BatchNorm2d(width), nn.BatchNorm2d(width), nn.BatchNorm2d(4 * width)
        self.side = None
        if stride > 1 or inputs != 4 * width:
            self.side = nn.Sequential(nn.Conv2d(inputs, 4 * width, 1, stride, bias=False), nn.BatchNorm2d(4 * width))

    def forward(self, x):
        y = F.relu(self.na(self.a(x)))
        y = F.relu(self.nb(self.b(y)))
        return F.relu(self.nc(self.c(y)) + (x if self.side is None else self.side(x)))


class Resnet50(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.norm = nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64)
        blocks, inputs = [], 64
        for width, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
            for i in range(count):
                blocks.append(Bottleneck(inputs, width, stride if i == 0 else 1))
                inputs = 4 * width
        self.blocks, self.head = nn.Sequential(*blocks), nn.Linear(2048, 1000)

    def forward(self, images):
        x = F.max_pool2d(F.relu(self.norm(self.stem(images))), 3, 2, 1)
        return self.head(self.blocks(x).mean((2, 3)))


class ResidualConv(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.na, self.a = nn.GroupNorm(32, inputs), nn.Conv2d(inputs, outputs, 3, padding=1)
        self.nb, self.b = nn.GroupNorm(32, outputs), nn.Conv2d(outputs, outputs, 3, padding=1)
        self.side = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else nn.Identity()

    def forward(self, x):
        y = self.a(F.silu(self.na(x)))
        return self.side(x) + self.b(F.silu(self.nb(y)))


class Unet(nn.Module):
    """Widths of Stable Diffusion 1.5 at latents of 64×64, without text."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(4, 320, 3, padding=1)
        self.down1, self.shrink = ResidualConv(320, 320), nn.Conv2d(320, 320, 3, 2, 1)
        self.down2, self.attention = ResidualConv(320, 640), Block(640, 8, False)
        self.up2, self.up1 = ResidualConv(640, 320), ResidualConv(640, 320)
        self.norm, self.out = nn.GroupNorm(32, 320), nn.Conv2d(320, 4, 3, padding=1)

    def forward(self, x):
        first = self.down1(self.stem(x))
        y = self.down2(self.shrink(first))
        b, c, h, w = y.shape
        y = self.attention(y.flatten(2).transpose(1, 2)).transpose(1, 2).reshape(b, c, h, w)
        y = F.interpolate(self.up2(y), scale_factor=2.0, mode="nearest")
        return self.out(F.silu(self.norm(self.up1(torch.cat((y, first), 1)))))


def tokens(batch, length, vocabulary):
    return torch.randint(vocabulary, (batch, length), device="cuda")


MODELS = {
    "llama": (Llama, lambda: tokens(1, 2048, 32000)),
    "gpt2": (Gpt2, lambda: tokens(4, 1024, 50257)),
    "vit": (Vit, lambda: torch.randn(32, 3, 224, 224, device="cuda", dtype=BF16)),
    "resnet50": (Resnet50, lambda: torch.randn(32, 3, 224, 224, device="cuda", dtype=BF16).to(memory_format=torch.channels_last)),
    "unet": (Unet, lambda: torch.randn(4, 4, 64, 64, device="cuda", dtype=BF16)),
}

parser = argparse.ArgumentParser()
parser.add_argument("model", choices=MODELS)
parser.add_argument("--backward", action="store_true")
parser.add_argument("--compile", action="store_true")
parser.add_argument("--trace")
arguments = parser.parse_args()
torch.manual_seed(0)
make, inputs = MODELS[arguments.model]
model = make().cuda().to(BF16)
if arguments.model == "resnet50":
    model = model.to(memory_format=torch.channels_last)
batch = inputs()
run = torch.compile(model) if arguments.compile else model


def step():
    if not arguments.backward:
        with torch.no_grad():
            return run(batch)
    run(batch).float().mean().backward()
    model.zero_grad(set_to_none=True)


for _ in range(2):
    step()
torch.cuda.synchronize()
if arguments.trace:
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True) as profiler:
        step()
        torch.cuda.synchronize()
    profiler.export_chrome_trace(arguments.trace)
else:
    with torch.autograd.profiler.emit_nvtx(record_shapes=True):
        torch.cuda.profiler.start()
        step()
        torch.cuda.synchronize()
        torch.cuda.profiler.stop()
