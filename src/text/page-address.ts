/** What the address of a page says after its `#`: which page, and the texts that it shows, side by side where there are several. */
export interface Address {
  readonly page: string;
  readonly texts: readonly string[];
}

/** `#/kernel?gemm+--m+8192&gemm+--m+4096`: a blank is a plus, and what an address cannot hold is escaped. */
export function formatAddress({ page, texts }: Address): string {
  const shown = texts.map((text) =>
    encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%2C", ","),
  );
  return `#/${page}${shown.length === 0 ? "" : `?${shown.join("&")}`}`;
}

/** @returns the page of the empty name where the address names none */
export function parseAddress(hash: string): Address {
  const [, page = "", rest] = /^#\/?([a-z]*)(?:\?(.*))?$/s.exec(hash) ?? [];
  return { page, texts: rest === undefined ? [] : rest.split("&").map(decoded) };
}

function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
