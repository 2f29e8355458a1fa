import type { ComponentType, VNode } from "preact";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { textOf } from "../src/text/shell-words.js";
import { documents, files } from "./client.js";
import type { PageProps } from "./page.js";
import { PAGES, useAddress } from "./router.js";

/** The menu, the page that the address names, and files that are dropped on it. */
function Explorer(): VNode {
  const [{ page: named, texts }, go] = useAddress();
  const page = Object.hasOwn(PAGES, named) ? named : "kernel";
  const [loaded, setLoaded] = useState<{ readonly page: string; readonly Page: ComponentType<PageProps> }>();
  const [dropped, setDropped] = useState(0);
  useEffect(() => {
    document.title = `${PAGES[page]?.title}: redblue explorer`;
    void PAGES[page]?.load().then(({ default: Page }) => setLoaded({ page, Page }));
  }, [page]);
  const keep = async (given: readonly File[]): Promise<void> => {
    for (const file of given) {
      files.set(file.name, new Uint8Array(await file.arrayBuffer()));
      documents.delete(file.name);
    }
    const last = given.at(-1);
    if (last === undefined) return;
    setDropped((count) => count + 1);
    go({ page: "data", texts: [textOf([last.name])] });
  };
  useEffect(() => onDrop((given) => void keep(given)), []);
  return (
    <>
      <nav aria-label="Pages">
        <strong>redblue</strong>
        {Object.entries(PAGES).map(([name, { title }]) => (
          <a href={`#/${name}`} aria-current={name === page ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <main>
        <h1>{PAGES[page]?.title}</h1>
        {loaded?.page === page ? (
          <loaded.Page
            texts={texts}
            files={dropped}
            onFiles={(given) => void keep(given)}
            onTexts={(next) => go({ page, texts: next })}
          />
        ) : null}
      </main>
    </>
  );
}

/** Gives the files that are dropped on the page. Returns what ends it. */
function onDrop(then: (given: readonly File[]) => void): () => void {
  const over = (event: DragEvent): void => event.preventDefault();
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    then([...(event.dataTransfer?.files ?? [])]);
  };
  addEventListener("dragover", over);
  addEventListener("drop", drop);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("drop", drop);
  };
}

const root = document.getElementById("page");
if (root !== null) {
  root.replaceChildren();
  render(<Explorer />, root);
}
