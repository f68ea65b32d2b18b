import { lazyPart } from '../../core/lazy-screen.tsx';

/** The arrange dialog, loaded when opened. */
export const Arranging = lazyPart(
  async () => (await import(/* webpackChunkName: "arrange" */ './arrange-dialog.view.tsx')).ArrangeDialog,
);
