import type { I18nProvider } from 'react-admin';
import englishMessages from 'ra-language-english';

/** React-admin's own texts for its inputs and messages. Other texts are in the components that show them. */
export const i18nProvider: I18nProvider = {
  translate: (key, { _: fallback, ...values } = {}) => {
    const message = messageAt(key) ?? fallback ?? key;
    return typeof message === 'string' ? fillMessage(message, values) : key;
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'en',
};

const messageAt = (key: string): unknown =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], englishMessages);

/** `%{name}` stands for a value; `||||` separates the singular from the plural. */
function fillMessage(message: string, values: Record<string, unknown>): string {
  const [one = '', other = one] = message.split('||||').map((text) => text.trim());
  const text = values.smart_count === undefined || values.smart_count === 1 ? one : other;
  return text.replaceAll(/%\{(\w+)\}/g, (hole, name: string) =>
    values[name] === undefined ? hole : String(values[name]),
  );
}
