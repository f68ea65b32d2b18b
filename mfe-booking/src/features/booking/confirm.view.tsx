import { usePatient } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { formColumn } from '@phr/ui/field-group';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { type Booking, BookingStep } from './booking-step.view.tsx';
import { ChosenSoFar } from './chosen-so-far.view.tsx';
import { ClashNotice } from './clash-notice.view.tsx';
import { HeldUntil } from './held-until.view.tsx';
import { NotSent } from './not-sent.view.tsx';
import { refusalOf, useSendBooking } from './use-send-booking.ts';
import { useSlotHold } from './use-slot-hold.ts';

/** Last step: summary, reason, and submission. */
export function ConfirmView({ level }: ScreenProps) {
  return (
    <BookingStep step="appointment-create-confirm" level={level} back={{ screen: 'appointment-slot-select' }}>
      {(booking) => <Check booking={booking} level={level + 1} />}
    </BookingStep>
  );
}

function Check({ booking, level }: { readonly booking: Booking; readonly level: number }) {
  const { draft, change } = booking;
  const { t } = useTranslation();
  const { isBusy, refused, submit, lose } = useSendBooking(booking);
  const until = useSlotHold(usePatient().viewed?.id, draft.slot?.id, (error) => {
    const refusal = refusalOf(error);
    if (refusal !== undefined) lose(draft, refusal);
  });

  return (
    <form
      className={formColumn}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(draft);
      }}
    >
      <Card title={t('book.yourChoice')} level={level}>
        <ChosenSoFar draft={draft} upTo="appointment-create-confirm" />
        {until !== undefined && <HeldUntil key={until} until={until} />}
      </Card>
      {draft.slot !== undefined && <ClashNotice slot={draft.slot} />}
      <TextField
        label={t('book.reason')}
        optional
        hint={t('book.reasonHint')}
        value={draft.reason}
        maxLength={200}
        onChange={(reason) => change((before) => ({ ...before, reason }))}
      />
      <TextArea
        label={t('book.note')}
        optional
        value={draft.note}
        maxLength={500}
        onChange={(note) => change((before) => ({ ...before, note }))}
      />
      <p>{t('book.mayCancel')}</p>
      <NotSent refused={refused} />
      <Button variant="primary" type="submit" wide busy={isBusy}>
        {t('book.send')}
      </Button>
    </form>
  );
}
