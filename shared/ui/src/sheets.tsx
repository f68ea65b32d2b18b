/**
 * Style sheets of all packages in the page. CSS modules register their text here when evaluated; a mount adopts the
 * sheets of its packages in its document or shadow root. Constructed sheets comply with `style-src 'self'`.
 */
export type StyleRoot = Document | ShadowRoot;

// layer order is per tree: a shadow root does not inherit base.css's declaration
const LAYER_ORDER = '@layer reset, ui, module;';

const textsOf = new Map<string, Set<string>>();
const sheetOf = new Map<string, CSSStyleSheet>();
const usesOf = new Map<StyleRoot, Map<string, number>>();

/** Adds a sheet to a package; roots showing the package get it at once. Duplicates are ignored. */
export function registerSheet(owner: string, cssText: string): void {
  const texts = textsOf.get(owner) ?? new Set<string>();
  textsOf.set(owner, texts);
  if (texts.has(cssText)) return;
  texts.add(cssText);
  for (const [root, uses] of usesOf) if (uses.has(owner)) refresh(root);
}

/**
 * Adopts the packages' sheets in a root, including later registrations. Reference-counted per root and package, so
 * mounts may share a root. Returns an idempotent release function.
 */
export function adoptSheets(root: StyleRoot, owners: readonly string[]): () => void {
  const uses = usesOf.get(root) ?? new Map<string, number>();
  usesOf.set(root, uses);
  const own = [...new Set(owners)];
  for (const owner of own) uses.set(owner, (uses.get(owner) ?? 0) + 1);
  refresh(root);

  let released = false;
  return () => {
    if (released) return;
    released = true;
    for (const owner of own) {
      const left = (uses.get(owner) ?? 0) - 1;
      if (left > 0) uses.set(owner, left);
      else uses.delete(owner);
    }
    if (uses.size === 0) usesOf.delete(root);
    refresh(root);
  };
}

/** Places our sheets after others', ordered by package name, so that the result does not depend on load order. */
function refresh(root: StyleRoot): void {
  if (!canConstruct() || !('adoptedStyleSheets' in root)) return;
  const owners = [...(usesOf.get(root)?.keys() ?? [])].sort();
  const texts = owners.flatMap((owner) => [...(textsOf.get(owner) ?? [])]);
  const foreign = root.adoptedStyleSheets.filter((sheet) => !isOurs(sheet));
  const ours = texts.length === 0 ? [] : [LAYER_ORDER, ...texts].map(constructed);
  root.adoptedStyleSheets = [...foreign, ...ours];
}

function constructed(text: string): CSSStyleSheet {
  const known = sheetOf.get(text);
  if (known !== undefined) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheetOf.set(text, sheet);
  return sheet;
}

function isOurs(sheet: CSSStyleSheet): boolean {
  for (const own of sheetOf.values()) if (own === sheet) return true;
  return false;
}

/** False in jsdom, where styles do not matter. */
function canConstruct(): boolean {
  return typeof CSSStyleSheet === 'function' && 'replaceSync' in CSSStyleSheet.prototype;
}
