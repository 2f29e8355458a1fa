/** Gives a document to the reader as a file; nothing is sent. */
export function save(document_: unknown, name: string): void {
  saveText(`${JSON.stringify(document_, null, 2)}\n`, name);
}

/** Gives a text to the reader as a file. */
export function saveText(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: name.endsWith(".json") ? "application/json" : "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
