/**
 * Whoever asks for a role, a name or what is visible reads three properties of many elements, and jsdom matches each rule of its own
 * style sheet against each. Without other style sheets they are those of the tag, unless the element itself says otherwise.
 */
const { defaultView } = document;
const compute = defaultView?.getComputedStyle.bind(defaultView) ?? getComputedStyle;

const ofTag = new Map<string, string>();

const own = (element: Element, property: string) =>
  element.hasAttribute('style') && 'style' in element
    ? (element.style as CSSStyleDeclaration).getPropertyValue(property)
    : '';

const properties: Record<string, (element: Element) => string> = {
  display: (element) => {
    const said = own(element, 'display');
    if (said) return said;
    const kind = ['hidden', 'open', 'type'].map((name) => element.getAttribute(name));
    const key = [element.localName, ...kind].join();
    const display = ofTag.get(key) ?? compute(element).display;
    ofTag.set(key, display);
    return display;
  },
  visibility: (element) => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const said = own(one, 'visibility');
      if (said) return said;
    }
    return 'visible';
  },
  opacity: (element) => own(element, 'opacity') || '1',
};

const quickStyle: typeof getComputedStyle = (element, pseudo) => {
  if (pseudo || document.styleSheets.length > 0) return compute(element, pseudo);
  const read = (name: string) => properties[name]?.(element) ?? compute(element).getPropertyValue(name);
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_target, name) => {
      if (name === 'getPropertyValue') return read;
      if (typeof name === 'string' && name in properties) return read(name);
      const style = compute(element);
      const value: unknown = Reflect.get(style, name);
      return typeof value === 'function' ? value.bind(style) : value;
    },
  });
};

Object.assign(window, { getComputedStyle: quickStyle });
if (defaultView) Object.assign(defaultView, { getComputedStyle: quickStyle });
