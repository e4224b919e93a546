import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** For each component, the story that shows most of its parts. @type {Record<string, string>} */
export const anatomyStories = {
  AmountField: 'take-a-payment-amountfield--required',
  AttachmentField: 'payment-links-attachmentfield--all-states',
  CloseBatch: 'the-day-closebatch--with-summary',
  CloseDay: 'the-day-closeday--held-up',
  DayReport: 'the-day-dayreport--so-far',
  LinkShare: 'payment-links-linkshare--qr-code',
  OpenOperations: 'after-the-sale-openoperations--opened',
  PaymentLinkForm: 'payment-links-paymentlinkform--added',
  PaymentLinkList: 'payment-links-paymentlinklist--pages',
  PaymentMirror: 'take-a-payment-paymentmirror--sale',
  PaymentStatus: 'take-a-payment-paymentstatus--unknown',
  Receipt: 'after-the-sale-receipt--approved',
  TerminalCheckout: 'take-a-payment-terminalcheckout--quick-amounts',
  TerminalPicker: 'take-a-payment-terminalpicker--open-list',
  TransactionActions: 'after-the-sale-transactionactions--pre-authorized',
  TransactionList: 'the-day-transactionlist--opened',
};

const mostBytes = 40_000;

/**
 * Draws a number on the first element of each part. Returns the names of the parts in the order of the numbers, and
 * the area of the picture. A part is found by React's own tree, so that no class or text has to name it.
 * @param {string} component
 */
async function numberParts(component) {
  /** @typedef {{ type: unknown, elementType: unknown, return: Fiber | null }} Fiber */
  const parts = (await Reflect.get(window, 'loadParts')())[component];
  const names = new Map(Object.entries(parts).map(([name, part]) => [part, name]));
  /** @type {{ name: string, box: DOMRect }[]} */
  const found = [];
  const top = /** @type {Element} */ (document.querySelector('.preview > *'));
  for (const element of document.querySelectorAll('.preview *')) {
    const box = element.getBoundingClientRect();
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$')) ?? '';
    /** @type {Fiber | null} */
    let fiber = Reflect.get(element, key)?.return ?? null;
    for (; fiber && typeof fiber.type !== 'string'; fiber = fiber.return) {
      const name = names.get(fiber.elementType);
      const isNew = name !== undefined && name !== 'Root' && found.every((other) => other.name !== name);
      if (isNew && box.width > 8 && box.height > 8) found.push({ name, box });
    }
  }
  const size = 18;
  /** @type {{ x: number, y: number }[]} */
  const taken = [];
  const layer = document.body.appendChild(document.createElement('div'));
  layer.popover = 'manual'; // above the popovers of the component
  layer.style.cssText =
    'position: absolute; inset: 0 auto auto 0; margin: 0; border: 0; padding: 0; overflow: visible';
  layer.showPopover();
  const draw = (/** @type {string} */ text, /** @type {string} */ style) => {
    const mark = layer.appendChild(document.createElement('div'));
    mark.textContent = text;
    mark.style.cssText = `position: absolute; pointer-events: none; box-sizing: border-box; ${style}`;
  };
  for (const [index, { box }] of found.entries()) {
    const [left, y] = [box.left + scrollX, box.top + scrollY];
    let x = left - size + 2;
    const isTaken = () => taken.some((other) => Math.hypot(other.x - x, other.y - (y - size / 2)) < size + 1);
    while (isTaken()) x -= 2;
    taken.push({ x, y: y - size / 2 });
    draw(
      '',
      `border: 1px dashed #b4006e; left: ${left}px; top: ${y}px; width: ${box.width}px; height: ${box.height}px`,
    );
    draw(
      String(index + 1),
      `left: ${x}px; top: ${y - size / 2}px; width: ${size}px; height: ${size}px; border-radius: 50%; background: #b4006e; color: #fff; font: 600 11px/${size}px system-ui, sans-serif; text-align: center`,
    );
  }
  const area = top.getBoundingClientRect();
  const bottom = Math.max(area.bottom, ...found.map(({ box }) => box.bottom)) + scrollY;
  const x = Math.min(area.left + scrollX, ...taken.map((place) => place.x)) - 12;
  const y = area.top + scrollY - 14;
  return {
    names: found.map(({ name }) => name),
    clip: { x, y, width: area.right + scrollX + 14 - x, height: bottom + 14 - y },
  };
}

/** @param {import('playwright').Page} page @param {string} component @param {string} root */
export async function drawAnatomy(page, component, root) {
  const { names, clip } = await page.evaluate(numberParts, component);
  const devTools = await page.context().newCDPSession(page);
  const capture = async (/** @type {number} */ quality) => {
    const options = /** @type {const} */ ({ format: 'webp', captureBeyondViewport: true });
    const { data } = await devTools.send('Page.captureScreenshot', {
      ...options,
      quality,
      clip: { ...clip, scale: 1 },
    });
    return Buffer.from(data, 'base64');
  };
  let picture = await capture(80);
  for (let quality = 60; picture.length > mostBytes && quality > 0; quality -= 20)
    picture = await capture(quality);
  writeFileSync(join(root, `docs/pictures/anatomy/${component}.webp`), picture);
  writeSection(join(root, `docs/components/${component}.md`), component, names);
}

/** Lists the numbered parts on the component's page, in the words of its table of parts. @param {string} path @param {string} component @param {string[]} names */
function writeSection(path, component, names) {
  const markdown = readFileSync(path, 'utf8').replace(/^## Anatomy\n[\s\S]*?(?=^## )/m, '');
  const words = new Map(
    [...markdown.matchAll(/^\| `(\S+)` +\| (.*?) *\|$/gm)].map(([, name, text]) => [name, text]),
  );
  const rows = names.map((name, index) => {
    const part = `${component}.${name}`;
    return `${index + 1}. \`${part}\`: ${words.get(part)}`;
  });
  const alt = `${component} with a number on each of its parts`;
  const picture = `<img src="../pictures/anatomy/${component}.webp" alt="${alt}">`;
  const section = ['## Anatomy', picture, rows.join('\n'), '## Parts'].join('\n\n');
  writeFileSync(path, markdown.replace(/^## Parts$/m, section));
}
