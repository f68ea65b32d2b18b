import { AccordionSection } from '@phr/ui/accordion-section';
import { useUiText } from '@phr/ui/ui-text';
import { Facts, type FactsProps } from './facts.tsx';

/** Codes and numbers that a support line asks for and nobody reads: closed until somebody opens them. Nothing where none is known. */
export function TechnicalFacts({ facts, level }: FactsProps & { readonly level: number }) {
  const text = useUiText();
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <AccordionSection title={text('common.technical')} level={level}>
      <Facts facts={known} />
    </AccordionSection>
  );
}
