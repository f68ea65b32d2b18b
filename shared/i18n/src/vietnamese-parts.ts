/** Letters that only Vietnamese has among the languages of the product. */
const VIETNAMESE = /[ăđơưĂĐƠƯ\u1EA0-\u1EF9]/;
/** What is no text of a person's to read: it has a language of its own, or none. */
const OTHER = 'script, style, svg, [contenteditable]';

/**
 * Says of each element below `root` whose own words are Vietnamese that they are (WCAG 3.1.2), also of what is drawn later, so that an English voice does not
 * read them. Records hold names and notes in the language in which they were written, wherever a screen shows them. Answers the way to end it, which takes
 * back what was said.
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
