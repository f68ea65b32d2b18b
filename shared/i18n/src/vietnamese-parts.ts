/** Letters unique to Vietnamese among the product's languages. */
const VIETNAMESE = /[ăđơưĂĐƠƯ\u1EA0-\u1EF9]/;
/** Elements whose text is not prose, or has its own language. */
const OTHER = 'script, style, svg, [contenteditable]';

/**
 * Marks elements below `root` whose own text is Vietnamese with `lang` (WCAG 3.1.2), including later ones, so that an
 * English screen reader voice does not read names and notes of the records. Returns a function that stops it and
 * removes the marks.
 */
export function markVietnamese(root: HTMLElement): () => void {
  const marked = new Set<Element>();
  const look = (element: Element): void => {
    const isVietnamese =
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && VIETNAMESE.test(nodeValue ?? '')) &&
      element.closest(OTHER) === null;
    if (isVietnamese && !element.hasAttribute('lang')) {
      element.setAttribute('lang', 'vi');
      marked.add(element);
    } else if (!isVietnamese && marked.delete(element)) element.removeAttribute('lang');
  };
  const lookThrough = (node: Node): void => {
    if (node instanceof Element) {
      look(node);
      for (const below of node.querySelectorAll('*')) look(below);
    }
  };
  lookThrough(root);
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      const element = type === 'characterData' ? target.parentElement : target;
      if (element instanceof Element) look(element);
      addedNodes.forEach(lookThrough);
    }
    for (const element of marked) if (!element.isConnected) marked.delete(element);
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return () => {
    observer.disconnect();
    for (const element of marked) element.removeAttribute('lang');
  };
}
