"""Exports models with PyTorch's exporter and drops their weights: python scripts/export-models.py FOLDER [NAME …]

Needs torch, torchvision, transformers, timm, onnx and onnxscript from PyPI; weights are random, so nothing is downloaded.
Written for torch 2.11, transformers 5.17 and timm 1.0; the files of test/layers/models were made with these.
"""
import pathlib
import sys

import onnx
import timm
import torch
import transformers
from torch import nn

BIGGEST_CONSTANT = 64
"""Tensors of more elements lose their values: axes, shapes and scalars stay."""


class Logits(nn.Module):
    """A language model of token numbers alone."""

    def __init__(self, model, **options):
        super().__init__()
        self.model, self.options = model, options

    def forward(self, tokens):
        return self.model(tokens, **self.options).logits


def randomised(model):
    """Different numbers everywhere: the exporter joins weights that are equal, such as gains that are all 1."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=0.02)
        for name, buffer in model.named_buffers():
            if name.endswith(("running_mean", "running_var")):
                buffer.uniform_(0.5, 1.5)
    return model.eval()


def images(name, **options):
    return randomised(timm.create_model(name, pretrained=False, **options)), torch.randn(1, 3, 224, 224)


def gpt2():
    config = transformers.GPT2Config(attn_implementation="eager")
    return Logits(randomised(transformers.GPT2LMHeadModel(config)), use_cache=False), torch.randint(0, 1000, (1, 128))


def llama():
    config = transformers.LlamaConfig(
        vocab_size=128256, hidden_size=2048, intermediate_size=8192, num_hidden_layers=2, num_attention_heads=32,
        num_key_value_heads=8, head_dim=64, max_position_embeddings=131072, attn_implementation="sdpa",
    )  # fmt: skip
    model = randomised(transformers.LlamaForCausalLM(config)).to(torch.bfloat16)
    return Logits(model, use_cache=False), torch.randint(0, 1000, (1, 128))


def bert():
    config = transformers.BertConfig(attn_implementation="eager", num_hidden_layers=2)
    return Logits(randomised(transformers.BertForMaskedLM(config))), torch.randint(0, 1000, (1, 128))


MODELS = {
    "resnet50": lambda: images("resnet50"),
    "convnext-tiny": lambda: images("convnext_tiny"),
    "mobilenet-v3-large": lambda: images("mobilenetv3_large_100"),
    "vit-base": lambda: images("vit_base_patch16_224"),
    "gpt2": gpt2,
    "llama": llama,
    "bert": bert,
}


def strip(model):
    """Drops the values of weights and the exporter's notes: only shapes are read, and the file stays small."""
    tensors = [*model.graph.initializer]
    for node in model.graph.node:
        tensors += [attribute.t for attribute in node.attribute if attribute.HasField("t")]
        del node.metadata_props[:]
        node.doc_string = ""
    for tensor in tensors:
        count = 1
        for extent in tensor.dims:
            count *= extent
        if count > BIGGEST_CONSTANT:
            for field in ("raw_data", "float_data", "int32_data", "int64_data", "double_data", "external_data", "data_location"):
                tensor.ClearField(field)
        del tensor.metadata_props[:]
    for value in [*model.graph.value_info, *model.graph.input, *model.graph.output]:
        del value.metadata_props[:]
    del model.graph.metadata_props[:]
    del model.metadata_props[:]
    return model


def export(name, folder):
    model, example = MODELS[name]()
    parameters = sum(p.numel() for p in model.parameters())
    with torch.no_grad():
        program = torch.onnx.export(model, (example,), dynamo=True, input_names=["x"], output_names=["y"])
    stripped = strip(program.model_proto)
    path = folder / f"{name}.onnx"
    onnx.save(stripped, path)
    print(name, parameters, "parameters,", path.stat().st_size, "bytes,", len(stripped.graph.node), "nodes", flush=True)


if __name__ == "__main__":
    torch.manual_seed(0)
    folder = pathlib.Path(sys.argv[1])
    failed = []
    for name in sys.argv[2:] or MODELS:
        try:
            export(name, folder)
        except Exception as error:
            failed.append(f"{name}: {error}")
    sys.exit("\n".join(failed) or 0)
