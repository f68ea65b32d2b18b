/** The manifest of each language; the page links the one of its language. */
export const MANIFEST_FILES = { vi: 'manifest.webmanifest', en: 'manifest.en.webmanifest' } as const;
