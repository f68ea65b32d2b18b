import { useHost, usePatient } from '@phr/module-kit/host';
import { useSending } from '@phr/module-kit/use-sending';
import { useIdempotencyKeys } from '@phr/module-kit/use-idempotency-keys';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { PersonFor } from '@phr/ui/person-for';
import { TextField } from '@phr/ui/text-field';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './promo-form.module.css';
import { applyPromoCode } from './vouchers.api.ts';

/** Takes a promotion code. */
export function PromoForm({ level }: { readonly level: number }) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const { viewed: patient } = usePatient();
  const queries = useQueryClient();
  const idFor = useIdempotencyKeys();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { isBusy, refused, send, clear } = useSending();
  const error = isMissing ? t('voucher.err.code') : refused?.notice.title;
  useEffect(() => {
    if (refused !== undefined) field.current?.focus();
  }, [refused]);

  function change(typed: string) {
    setCode(typed);
    setMissing(false);
    clear();
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    const promoCode = code.trim().toUpperCase();
    setMissing(promoCode === '');
    if (promoCode === '') field.current?.focus();
    else
      await send(async () => {
        await applyPromoCode(request, patient?.id, promoCode, idFor(`${patient?.id} ${promoCode}`, 'promo'));
        setCode('');
        notify.show({ type: 'success', title: t('toast.voucherAdd') });
        void queries.invalidateQueries();
      });
  }

  return (
    <Card title={t('voucher.add')} level={level}>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {patient !== undefined && <PersonFor name={patient.name} relationship={patient.relationship} />}
        <TextField
          ref={field}
          label={t('voucher.code')}
          hint={t('voucher.codeHint')}
          value={code}
          error={error}
          onChange={change}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          width="medium"
          enterKeyHint="done"
        />
        <div>
          <Button variant="primary" type="submit" busy={isBusy}>
            {t('voucher.apply')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
