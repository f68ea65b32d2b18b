import { useEffect, useState } from 'react';

const isInText = (): boolean => document.activeElement?.matches(':read-write') === true;

/**
 * True while a text field has the focus, when phones show a keyboard. Ends after the press or key that left the field
 * rather than on blur, so that nothing reappears under a finger still down.
 */
export function useTyping(): boolean {
  const [isTyping, setTyping] = useState(isInText);
  useEffect(() => {
    const look = () => setTyping(isInText());
    const begin = () => setTyping((before) => before || isInText());
    document.addEventListener('focusin', begin);
    document.addEventListener('click', look);
    document.addEventListener('keyup', look);
    return () => {
      document.removeEventListener('focusin', begin);
      document.removeEventListener('click', look);
      document.removeEventListener('keyup', look);
    };
  }, []);
  return isTyping;
}
