import { AccordionSection } from '@phr/ui/accordion-section';
import { useUiText } from '@phr/ui/ui-text';
import { Facts, type FactsProps } from './facts.tsx';

/** Codes and numbers for support, in a closed section. Renders nothing without any. */
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
