/**
 * Style sheets of all packages in this page. A package's CSS modules register their text here when they are evaluated; a mount adopts the
 * sheets of the packages that it shows, in its own document or shadow root. Constructed sheets pass `style-src 'self'` without exceptions.
 */
export type StyleRoot = Document | ShadowRoot;

// Layer order belongs to a tree: a shadow root does not inherit the one that base.css declares for the page.
const LAYER_ORDER = '@layer reset, ui, module;';

const textsOf = new Map<string, Set<string>>();
const sheetOf = new Map<string, CSSStyleSheet>();
const usesOf = new Map<StyleRoot, Map<string, number>>();

/** Adds a sheet's text to those of a package; roots that already show the package get it at once. A repeated text counts once. */
export function registerSheet(owner: string, cssText: string): void {
  const texts = textsOf.get(owner) ?? new Set<string>();
  textsOf.set(owner, texts);
  if (texts.has(cssText)) return;
  texts.add(cssText);
  for (const [root, uses] of usesOf) if (uses.has(owner)) refresh(root);
}

/**
 * Shows the sheets of the given packages in a root, now and when more of them are registered. Uses are counted per root and package, so
 * two mounts may share a root. Returns the function that ends this use; calling it twice does no harm.
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

/** Puts the sheets in use after those of others, packages in the order of their names: the result does not depend on who came first. */
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
