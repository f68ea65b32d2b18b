import { lazyPart } from '../../core/lazy-screen.tsx';

/** The dialog in which a person arranges something, fetched when it opens. */
export const Arranging = lazyPart(
  async () => (await import(/* webpackChunkName: "arrange" */ './arrange-dialog.view.tsx')).ArrangeDialog,
);
