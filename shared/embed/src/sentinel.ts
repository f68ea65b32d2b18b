const NAME = 'phr-sentinel';

/**
 * An element that reports when it leaves the document, alone or with an ancestor. Moves within one task are not
 * reported.
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
