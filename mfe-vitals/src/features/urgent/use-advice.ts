import { mayShow, type AdviceTexts } from '@phr/clinical/assess/advice-texts';
import { useSettings } from '@phr/module-kit/host';
import { useUi } from '@phr/ui/ui-text';
import { useQuery } from '@tanstack/react-query';

/** The words of an advice where they may be shown (R-S7); undefined until they are here, and where they may not. */
export function useAdvice(id: string | undefined): { readonly words: string; readonly isDraft: boolean } | undefined {
  const { clinicalTexts } = useSettings();
  const { locale } = useUi();
  const { data } = useQuery({
    queryKey: ['advice'],
    enabled: id !== undefined && clinicalTexts !== 'off',
    staleTime: Infinity,
    queryFn: fetchTexts,
  });
  if (data === undefined || !mayShow(data, clinicalTexts)) return undefined;
  const words = data.rules.find((rule) => rule.id === id)?.words[locale];
  return words === undefined ? undefined : { words, isDraft: data.status === 'draft' };
}

/** The texts come when there is something to advise: no page loads them otherwise. */
async function fetchTexts(): Promise<AdviceTexts> {
  const { ADVICE: file } = await import('@phr/clinical/assess/advice-file');
  return file as AdviceTexts;
}
