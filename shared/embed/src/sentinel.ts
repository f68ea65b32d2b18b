const NAME = 'phr-sentinel';

/**
 * An element that stands in a view and says when the view has left the document, also with an ancestor. A view that is only moved is back before the task ends, and
 * nothing is said.
 */
export function createSentinel(onGone: () => void): HTMLElement {
  if (customElements.get(NAME) === undefined) customElements.define(NAME, Sentinel);
  const sentinel = document.createElement(NAME);
  sentinel.addEventListener('phr-left', () => {
    setTimeout(() => {
      if (!sentinel.isConnected) onGone();
    });
  });
  return sentinel;
}

class Sentinel extends HTMLElement {
  disconnectedCallback(): void {
    this.dispatchEvent(new Event('phr-left'));
  }
}
