/** Stubs measuring and drawing, which jsdom lacks. */
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
