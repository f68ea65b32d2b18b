/** System of the `meta.tag` of imported entries; the code is the id of the import's Provenance. */
export const IMPORT_SYSTEM = 'https://phr.example/import';
