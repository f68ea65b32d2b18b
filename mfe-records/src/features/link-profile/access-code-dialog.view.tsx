import { useHost, useSettings } from '@phr/module-kit/host';
import { useSending } from '@phr/module-kit/use-sending';
import { AccordionSection } from '@phr/ui/accordion-section';
import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { TextField } from '@phr/ui/text-field';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proveLink } from './link-profile.api.ts';
import { readAccessCode } from './link-request.model.ts';
import type { LinkRequest } from './link-request.entity.ts';

interface AccessCodeDialogProps {
  readonly link: LinkRequest;
  readonly onClose: () => void;
  /** The code was right and the record is linked. */
  readonly onProved: () => void;
}

/** Asks for the six-digit code the provider sent to the person's phone. */
export function AccessCodeDialog({ link, onClose, onProved }: AccessCodeDialogProps) {
  const { t } = useTranslation();
  const { request } = useHost();
  const { supportPhone } = useSettings();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const { isBusy, refused, send, clear } = useSending();

  function change(next: string) {
    setTyped(next);
    setIncomplete(false);
    clear();
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    const code = readAccessCode(typed);
    setIncomplete(code === undefined);
    if (code !== undefined)
      await send(async () => {
        await proveLink(request, link.id, code);
        onProved();
      });
  }

  return (
    <Dialog
      open
      title={t('link.enterCode')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            {t('common.confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <p>{t('link.codeSent', { provider: link.provider ?? t('link.provider') })}</p>
        <TextField
          label={t('link.accessCode')}
          value={typed}
          error={isIncomplete ? t('link.err.code') : refused?.notice.title}
          onChange={change}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          width="medium"
          enterKeyHint="done"
        />
        <AccordionSection title={t('error.codeNotReceived')} level={3}>
          <p>{t('link.codeHelp', { phone: supportPhone })}</p>
        </AccordionSection>
      </form>
    </Dialog>
  );
}
