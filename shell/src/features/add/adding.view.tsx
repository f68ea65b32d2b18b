import { Dialog } from '@phr/ui/dialog';
import { type FailedProps, FailedPart, lazyPart } from '../../core/lazy-screen.tsx';
import { useT } from '../../core/texts.tsx';

interface AddingProps {
  readonly onClose: () => void;
}

/** The add sheet, loaded when opened; shows an error in place if loading fails. */
export const Adding = lazyPart<AddingProps>(
  async () => (await import(/* webpackChunkName: "add" */ './add-sheet.view.tsx')).AddSheet,
  null,
  FailedSheet,
);

function FailedSheet({ onClose, ...failed }: AddingProps & FailedProps) {
  const t = useT();
  return (
    <Dialog open title={t('common.add')} onClose={onClose}>
      <FailedPart level={3} {...failed} />
    </Dialog>
  );
}
