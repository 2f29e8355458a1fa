export { importOnnx } from "../../layers/onnx/import-graph.js";
export { extentNames, readOnnxGraph } from "../../layers/onnx/model-file.js";
