import { expect, it } from 'vitest';

const page = `
  <section><h2>Till</h2><p style="display: none">Gone</p><p hidden>Hidden</p><span>Line</span></section>
  <div style="visibility: hidden; color: red"><b>Unseen</b><i style="visibility: visible">Seen</i></div>
  <div style="opacity: 0"><b>Clear</b></div><div style="pointer-events: none"><button>Out of reach</button></div>
  <dialog><p>Closed</p></dialog><dialog open><p>Open</p></dialog>
  <details><summary>More</summary><p>Details</p></details>
  <table><tbody hidden><tr><td>Cell</td></tr></tbody><tbody><tr><td>Cell</td></tr></tbody></table>
  <form><label>Amount <input type="hidden"><input type="text"></label><select><option>One</option></select></form>
  <ul><li>Row</li></ul><div popover>Hint</div><template></template>`;

const read = (element: Element, ownerWindow: Pick<Window, 'getComputedStyle'>) => {
  const style = ownerWindow.getComputedStyle(element);
  return [
    style.display,
    style.getPropertyValue('visibility'),
    style.opacity,
    style.pointerEvents,
    style.color,
  ];
};
const all = (root: Document) => [...root.body.querySelectorAll('*')];

it('getComputedStyle says of an element what jsdom alone says of it', () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const plain = frame.contentWindow!; // the setup file has not touched its getComputedStyle
  plain.document.body.innerHTML = page;
  const expected = all(plain.document).map((element) => read(element, plain));
  document.body.innerHTML = page;
  expect(all(document).map((element) => read(element, window))).toEqual(expected);
});

it('getComputedStyle follows a style sheet of the page', () => {
  document.body.innerHTML = '<p>Text</p><style>p { display: none; visibility: hidden }</style>';
  expect(read(document.querySelector('p')!, window).slice(0, 2)).toEqual(['none', 'hidden']);
});
