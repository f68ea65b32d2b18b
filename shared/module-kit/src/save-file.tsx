const KEEP_MS = 30_000;

/** Offers something as a file to save on the person's device. @param type media type, e.g. 'text/csv;charset=utf-8' */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // A busy browser begins to read some tasks later; an address that is gone by then gives a file without its name.
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
