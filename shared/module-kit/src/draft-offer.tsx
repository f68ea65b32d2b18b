import { Button } from '@phr/ui/button';
import { formatDateTime } from '@phr/ui/format';
import { Notice } from '@phr/ui/notice';
import { useUi } from '@phr/ui/ui-text';
import type { DraftState } from './use-draft.tsx';

/** Offers to restore a draft, at the top of its form; renders nothing without one. */
export function DraftOffer<T>({ draft: { offer } }: { readonly draft: DraftState<T> }) {
  const { text, locale } = useUi();
  if (offer === undefined) return null;
  return (
    <Notice
      announce="status"
      title={text('draft.offer', { time: formatDateTime(offer.savedAt, locale) })}
      action={
        <>
          <Button dense onClick={offer.take}>
            {text('draft.take')}
          </Button>{' '}
          <Button dense onClick={offer.drop}>
            {text('leave.discard')}
          </Button>
        </>
      }
    />
  );
}
