import { expect, onTestFinished, test } from 'vitest';

const tags = 'a article button datalist details dialog div embed fieldset h1 input label li main option p script section span summary svg template ul'.split(' ');
const attributes = ['', 'hidden', 'hidden="until-found"', 'open', 'popover', 'type="hidden"', 'style="display: flex"', 'style="visibility: hidden"', 'style="opacity: 0"'];

const elements = () => [...document.querySelectorAll('body, body *')];
const styles = () => elements().map((element) => getComputedStyle(element)).map((style) => [style.display, style.getPropertyValue('visibility'), style.opacity]);

test('what is told of an element in a document without style sheets is what jsdom tells in one with a style sheet', () => {
  const combinations = tags.flatMap((tag) => attributes.map((attribute) => `<${tag} ${attribute}></${tag}>`));
  const holders = attributes.map((attribute) => `<div ${attribute}>${combinations.join('')}<div><b>inside</b></div></div>`);
  document.body.innerHTML = `${holders.join('')}<table><tbody hidden><tr><td></td></tr><tr hidden><td></td></tr></tbody></table>`;
  onTestFinished(() => document.body.replaceChildren());
  const quick = styles();
  const sheet = document.head.appendChild(document.createElement('style'));
  onTestFinished(() => sheet.remove());
  expect(document.styleSheets).toHaveLength(1);
  const complete = styles();
  const told = (all: typeof quick) => elements().map((element, at) => [(element.cloneNode() as Element).outerHTML, ...(all[at] ?? [])]);
  expect(told(quick)).toEqual(told(complete));
});
