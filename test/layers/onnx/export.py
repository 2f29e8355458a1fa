"""Writes the ONNX files of this folder: python export.py (PyTorch and onnx from PyPI; tested with torch 2.13.0, onnx 1.23.1)."""
import pathlib

import onnx
import torch
import torch.nn.functional as F
from torch import nn

HERE = pathlib.Path(__file__).parent


class Block(nn.Module):
    """A small pre-norm transformer block: 64 wide, 4 heads, 256 hidden."""

    def __init__(self, width=64, heads=4, hidden=256):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.ModuleList(nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, x):
        batch, tokens, width = x.shape
        h = self.norm1(x)
        q, k, v = (p(h).view(batch, tokens, self.heads, width // self.heads).transpose(1, 2) for p in self.qkv)
        scores = torch.softmax(q @ k.transpose(-1, -2) / (width // self.heads) ** 0.5, dim=-1)
        o = (scores @ v).transpose(1, 2).reshape(batch, tokens, width)
        x = x + self.out(o)
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Conv(nn.Module):
    """A convolution, group normalisation, SiLU and pooling, which is not supported."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(8, 16, 3, padding=1, stride=2)
        self.norm = nn.GroupNorm(4, 16)

    def forward(self, x):
        y = F.silu(self.norm(self.conv(x)))
        return torch.cumsum(y, dim=-1)


class Gated(nn.Module):
    """SwiGLU with an RMSNorm in front and a residual."""

    def __init__(self, width=64, hidden=192):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))
        self.gate, self.up = nn.Linear(width, hidden, bias=False), nn.Linear(width, hidden, bias=False)
        self.down = nn.Linear(hidden, width, bias=False)

    def forward(self, x):
        h = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.gain
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


def export(name, module, example, dynamic, dynamo):
    path = HERE / f"{name}.onnx"
    module.eval()
    if dynamo:
        shapes = ({axis: torch.export.Dim(label) for axis, label in dynamic.items()},)
        torch.onnx.export(module, (example,), path, dynamo=True, dynamic_shapes=shapes, external_data=False, input_names=["x"], output_names=["y"])
    else:
        torch.onnx.export(module, (example,), path, dynamo=False, dynamic_axes={"x": dynamic}, input_names=["x"], output_names=["y"], opset_version=17)
    strip(path)


def strip(path):
    """Drops the values of weights and the exporter's notes: only shapes are read, and the file stays small."""
    model = onnx.load(path)
    for tensor in model.graph.initializer:
        count = 1
        for extent in tensor.dims:
            count *= extent
        if count > 16:
            tensor.ClearField("raw_data")
            tensor.ClearField("float_data")
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ""
    del model.graph.metadata_props[:]
    del model.metadata_props[:]
    onnx.save(model, path)


if __name__ == "__main__":
    torch.manual_seed(0)
    for dynamo in (False, True):
        kind = "dynamo" if dynamo else "script"
        export(f"block-{kind}", Block(), torch.zeros(2, 16, 64), {0: "batch", 1: "tokens"}, dynamo)
        export(f"gated-{kind}", Gated(), torch.zeros(2, 16, 64), {0: "batch", 1: "tokens"}, dynamo)
        export(f"conv-{kind}", Conv(), torch.zeros(2, 8, 32, 32), {0: "batch"}, dynamo)
