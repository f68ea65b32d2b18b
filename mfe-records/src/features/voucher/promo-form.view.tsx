import { errorNotice } from '@phr/http/error-notice';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useStableIds } from '@phr/module-kit/use-stable-ids';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { PersonFor } from '@phr/ui/person-for';
import { TextField } from '@phr/ui/text-field';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './promo-form.module.css';
import { applyPromoCode } from './vouchers.api.ts';

/** Takes a promotion code. */
export function PromoForm({ level }: { readonly level: number }) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const { viewed: patient } = usePatient();
  const queries = useQueryClient();
  const idFor = useStableIds();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  function refuse(message: string) {
    setError(message);
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const promoCode = code.trim().toUpperCase();
    if (promoCode === '') {
      refuse(t('voucher.err.code'));
      return;
    }
    setBusy(true);
    try {
      await applyPromoCode(request, patient?.id, promoCode, idFor(`${patient?.id} ${promoCode}`, 'promo'));
    } catch (failure) {
      const notice = errorNotice(failure, t);
      refuse(notice.title);
      notify.show(notice);
      return;
    } finally {
      setBusy(false);
    }
    setCode('');
    notify.show({ type: 'success', title: t('toast.voucherAdd') });
    void queries.invalidateQueries();
  }

  return (
    <Card title={t('voucher.add')} level={level}>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {patient !== undefined && <PersonFor name={patient.name} relationship={patient.relationship} />}
        <TextField
          ref={field} label={t('voucher.code')} hint={t('voucher.codeHint')} value={code} error={error} onChange={(next) => { setCode(next); setError(undefined); }}
          maxLength={64} autoComplete="off" autoCapitalize="characters" spellCheck={false} width="medium" enterKeyHint="done"
        />
        <div><Button variant="primary" type="submit" busy={isBusy}>{t('voucher.apply')}</Button></div>
      </form>
    </Card>
  );
}
