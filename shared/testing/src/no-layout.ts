/** For views that measure and draw, in the test document, which does neither. */
export function withoutLayout(): void {
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {
        /* no layout */
      }
      disconnect() {
        /* no layout */
      }
    },
  });
  HTMLCanvasElement.prototype.getContext = () => null;
}
