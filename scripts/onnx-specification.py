"""Writes test/layers/onnx/specification.jsonl: python scripts/onnx-specification.py (onnx 1.23 from PyPI).

What the reference implementation infers of single nodes: operands with shapes, types and values, and each result's shape and type.
"""
import json
import pathlib
import random

import onnx
from onnx import TensorProto, defs, helper, shape_inference

OPSET = 22
FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
OUT = pathlib.Path(__file__).parent.parent / "test/layers/onnx/specification.jsonl"


def tensor(*shape, type=FLOAT):
    return {"shape": list(shape), "type": type}


def numbers(*values):
    return {"shape": [len(values)], "type": INT64, "constant": list(values)}


def shape(least=1, most=4):
    return [random.randint(1, 6) for _ in range(random.randint(least, most))]


def inferred(op, inputs, attributes, outputs):
    """Shapes and types of the results, None where the reference refuses the node or cannot tell."""
    names = ["" if one is None else f"x{i}" for i, one in enumerate(inputs)]
    node = helper.make_node(op, names, [f"y{i}" for i in range(outputs)], **attributes)
    known = [(name, one) for name, one in zip(names, inputs) if one is not None]
    graph = helper.make_graph(
        [node],
        "one",
        [helper.make_tensor_value_info(name, one["type"], one["shape"]) for name, one in known if "constant" not in one],
        [],
        [helper.make_tensor(name, one["type"], one["shape"], one["constant"]) for name, one in known if "constant" in one],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    graph.output.extend([helper.make_empty_tensor_value_info(f"y{i}") for i in range(outputs)])
    model.graph.CopyFrom(graph)
    try:
        done = shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True).graph
    except Exception:
        return None
    results = []
    for value in done.output:
        type = value.type.tensor_type
        dims = [dim.dim_value if dim.HasField("dim_value") else None for dim in type.shape.dim]
        if not type.HasField("shape") or None in dims:
            return None
        results.append({"shape": dims, "type": type.elem_type})
    return results


UNARY = "Abs Acos Ceil Celu Cos Elu Erf Exp Floor Gelu HardSigmoid HardSwish LeakyRelu Log Mish Neg Reciprocal Relu Round Selu Sigmoid Sign Sin Softplus Softsign Sqrt Tan Tanh".split()
BINARY = "Add Div Mul Sub Pow Mod".split()
COMPARISONS = "Equal Greater GreaterOrEqual Less LessOrEqual".split()
REDUCTIONS = "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare".split()


def some_axes(rank):
    axes = random.sample(range(rank), random.randint(0, rank))
    return [axis - rank if random.random() < 0.5 else axis for axis in axes]


def broadcasting():
    whole = shape()
    return [[1 if random.random() < 0.3 else extent for extent in whole[random.randint(0, len(whole)) :]] for _ in range(3)]


def window(rank):
    attributes = {"strides": [random.randint(1, 3) for _ in range(rank)], "dilations": [random.randint(1, 2) for _ in range(rank)]}
    if random.random() < 0.5:
        attributes["pads"] = [random.randint(0, 2) for _ in range(2 * rank)]
    elif random.random() < 0.5:
        attributes["auto_pad"] = random.choice(["SAME_UPPER", "SAME_LOWER", "VALID"])
        attributes["dilations"] = [1] * rank
    return attributes


def cases():
    for op in UNARY + ["IsNaN", "IsInf"]:
        yield op, [tensor(*shape())], {}, 1
    yield "Not", [tensor(3, 4, type=BOOL)], {}, 1
    for op in 3 * (BINARY + COMPARISONS) + ["Max", "Min", "Mean", "Sum"]:
        yield op, [tensor(*one) for one in broadcasting()[:2]], {"fmod": 1} if op == "Mod" else {}, 1
    for op in ["And", "Or", "Xor"]:
        yield op, [tensor(*one, type=BOOL) for one in broadcasting()[:2]], {}, 1
    for _ in range(6):
        a, b, c = broadcasting()
        yield "Where", [tensor(*a, type=BOOL), tensor(*b), tensor(*c)], {}, 1
    for to in [BOOL, INT64, TensorProto.BFLOAT16]:
        yield "Cast", [tensor(2, 3)], {"to": to}, 1
    for op in 4 * REDUCTIONS:
        dims = shape()
        axes = some_axes(len(dims))
        operands = [tensor(*dims)] if random.random() < 0.2 else [tensor(*dims), numbers(*axes)]
        if op in ("ReduceMax", "ReduceMin", "ReduceSum") or random.random() < 2:
            yield op, operands, {"keepdims": random.randint(0, 1), "noop_with_empty_axes": random.randint(0, 1)}, 1
    for op in 4 * ["ArgMax", "ArgMin"]:
        dims = shape()
        yield op, [tensor(*dims)], {"axis": random.randrange(-len(dims), len(dims)), "keepdims": random.randint(0, 1)}, 1
    for op in 3 * ["Softmax", "LogSoftmax", "Hardmax"]:
        dims = shape()
        yield op, [tensor(*dims)], {"axis": random.randrange(-len(dims), len(dims))}, 1
    for _ in range(8):
        dims = shape(2)
        axis = random.randrange(-len(dims), len(dims))
        yield "LayerNormalization", [tensor(*dims), tensor(*dims[axis:])], {"axis": axis}, random.choice([1, 2, 3])
    yield "BatchNormalization", [tensor(2, 5, 3, 3), *[tensor(5)] * 4], {}, 1
    yield "InstanceNormalization", [tensor(2, 5, 3, 3), tensor(5), tensor(5)], {}, 1
    yield "LRN", [tensor(2, 6, 3, 3)], {"size": 3}, 1
    yield "Dropout", [tensor(3, 4)], {}, 2
    for _ in range(12):
        dims = shape()
        order = random.sample(range(len(dims)), len(dims))
        yield "Transpose", [tensor(*dims)], random.choice([{}, {"perm": order}]), 1
        yield "Flatten", [tensor(*dims)], {"axis": random.randint(-len(dims), len(dims))}, 1
        yield "Unsqueeze", [tensor(*dims), numbers(*random.sample(range(-len(dims) - 2, len(dims) + 2), 2))], {}, 1
        ones = [random.choice([1, 1, extent]) for extent in dims]
        at = [i for i, extent in enumerate(ones) if extent == 1]
        yield "Squeeze", [tensor(*ones)] + ([numbers(*at)] if at and random.random() < 0.5 else []), {}, 1
        yield "Squeeze", [tensor(*dims), numbers(random.randrange(len(dims)))], {}, 1
        flat = [dims[0], -1] if len(dims) > 1 else [-1, dims[0]]
        yield "Reshape", [tensor(*dims), numbers(*random.choice([flat, [0, -1], [-1]]))], {}, 1
        axis = random.randrange(-len(dims), len(dims))
        other = [random.randint(1, 6) if i == axis % len(dims) else extent for i, extent in enumerate(dims)]
        yield "Concat", [tensor(*dims), tensor(*other)], {"axis": axis}, 1
        extent = dims[axis]
        if extent > 1:
            yield "Split", [tensor(*dims), numbers(1, extent - 1)], {"axis": axis}, 2
            parts = random.randint(2, extent)
            if -(-extent // parts) * (parts - 1) < extent:
                yield "Split", [tensor(*dims)], {"axis": axis, "num_outputs": parts}, parts
        start, end, step = random.randint(-7, 7), random.choice([random.randint(-7, 7), 2**62]), random.choice([1, 1, 2, -1, -2])
        yield "Slice", [tensor(*dims), numbers(start), numbers(end), numbers(axis), numbers(step)], {}, 1
        expanded = [random.randint(1, 3), *[random.choice([1, extent]) for extent in dims]]
        yield "Expand", [tensor(*dims), numbers(*expanded)], {}, 1
        yield "Tile", [tensor(*dims), numbers(*[random.randint(1, 3) for _ in dims])], {}, 1
        yield "Pad", [tensor(*dims), numbers(*[random.randint(-1, 2) for _ in dims + dims])], {}, 1
        yield "Gather", [tensor(*dims), tensor(*shape(1, 2), type=INT64)], {"axis": axis}, 1
        yield "GatherElements", [tensor(*dims), tensor(*dims, type=INT64)], {"axis": axis}, 1
        yield "GatherND", [tensor(4, 5, 6), tensor(4, random.randint(1, 2), type=INT64)], {"batch_dims": random.randint(0, 1)}, 1
        yield "TopK", [tensor(*dims), numbers(random.randint(1, extent))], {"axis": axis}, 2
    for dims in [[2, 3, 4, 6], [1, 8, 2, 2]]:
        yield "SpaceToDepth", [tensor(*dims)], {"blocksize": 2}, 1
        yield "DepthToSpace", [tensor(1, 8, 3, 2)], {"blocksize": 2}, 1
    for _ in range(24):
        batches = broadcasting()
        m, k, n = (random.randint(1, 6) for _ in range(3))
        left, right = random.choice([[k], [*batches[0], m, k]]), random.choice([[k], [*batches[1], k, n]])
        yield "MatMul", [tensor(*left), tensor(*right)], {}, 1
        a, b = random.randint(0, 1), random.randint(0, 1)
        operands = [tensor(*([k, m] if a else [m, k])), tensor(*([n, k] if b else [k, n]))]
        yield "Gemm", operands + random.choice([[], [tensor(n)], [tensor(m, 1)]]), {"transA": a, "transB": b}, 1
        rank = random.randint(1, 3)
        extents, kernel = [random.randint(3, 9) for _ in range(rank)], [random.randint(1, 3) for _ in range(rank)]
        group = random.choice([1, 2, 4])
        weights = tensor(8, 4 // group, *kernel)
        yield "Conv", [tensor(2, 4, *extents), weights] + random.choice([[], [tensor(8)]]), {"group": group, **window(rank)}, 1
        pool = {"kernel_shape": kernel, "ceil_mode": random.randint(0, 1), **window(rank)}
        yield "MaxPool", [tensor(2, 4, *extents)], pool, random.choice([1, 2])
        yield "AveragePool", [tensor(2, 4, *extents)], pool, 1
        turned = {"strides": [2] * rank, "pads": [0] * (2 * rank)}
        yield "ConvTranspose", [tensor(2, 4, *extents), tensor(4, 3, *kernel)], turned, 1
    for op in ["GlobalAveragePool", "GlobalMaxPool"]:
        yield op, [tensor(2, 3, 5, 7)], {}, 1
    for op in ["Trilu"]:
        yield op, [tensor(4, 5)], {}, 1
    yield "ScatterND", [tensor(4, 5), tensor(2, 1, type=INT64), tensor(2, 5)], {}, 1
    yield "ScatterElements", [tensor(4, 5), tensor(2, 5, type=INT64), tensor(2, 5)], {}, 1
    yield "PRelu", [tensor(2, 3, 4), tensor(3, 1)], {}, 1
    yield "Clip", [tensor(2, 3), tensor(), tensor()], {}, 1
    yield "QuantizeLinear", [tensor(2, 3), tensor(), tensor(type=TensorProto.INT8)], {}, 1
    yield "QuantizeLinear", [tensor(2, 3), tensor()], {}, 1
    yield "DequantizeLinear", [tensor(2, 3, type=TensorProto.INT8), tensor()], {}, 1
    yield "MatMulInteger", [tensor(2, 3, type=TensorProto.INT8), tensor(3, 4, type=TensorProto.INT8)], {}, 1
    yield "ConstantOfShape", [numbers(2, 3)], {}, 1
    yield "Shape", [tensor(2, 3, 4)], {}, 1
    yield "Shape", [tensor(2, 3, 4)], {"start": 1}, 1
    yield "Shape", [tensor(2, 3, 4)], {"start": -2, "end": -1}, 1
    yield "Shape", [tensor(2, 3, 4)], {"start": 0, "end": 9}, 1
    yield "Size", [tensor(2, 3, 4)], {}, 1


def newest():
    """Least and most operands and results of each operator's newest version; -1 for any number."""
    found = {}
    for one in defs.get_all_schemas_with_history():
        if one.domain == "" and not one.deprecated and one.since_version >= found.get(one.name, (0,))[0]:
            counts = [one.min_input, one.max_input, one.max_output]
            found[one.name] = (one.since_version, [-1 if count > 1000 else count for count in counts])
    return {name: counts for name, (_, counts) in sorted(found.items())}


if __name__ == "__main__":
    random.seed(5)
    written = []
    for op, inputs, attributes, outputs in cases():
        results = inferred(op, inputs, attributes, outputs)
        written.append({"op": op, "inputs": inputs, "attributes": attributes, "results": results})
    lines = [{"onnx": onnx.__version__, "operands": newest()}, *written]
    OUT.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    print(len(written), "nodes,", sum(one["results"] is None for one in written), "refused or open")
