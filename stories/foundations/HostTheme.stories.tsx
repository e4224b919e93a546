import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { PaymentLinkForm, PaymentLinkList, TerminalCheckout } from 'tillkit';
import ant from 'tillkit/styles/ant.css?inline';
import material from 'tillkit/styles/material.css?inline';
import shadcn from 'tillkit/styles/shadcn.css?inline';
import { harnessOf } from '../linkStory.ts';
import antHost from './hosts/ant.css?inline';
import bakeryHost from './hosts/bakery.css?inline';
import materialHost from './hosts/material.css?inline';
import shadcnHost from './hosts/shadcn.css?inline';

interface HostPageProps {
  /** The host's style sheets, loaded after the kit's. */
  css: string[];
  className: string;
}

const taxes = [{ id: 'standard', label: 'Standard rate', percent: 20 }];

/** A host's page: its style sheets and components of the kit. */
function HostPage({ css, className }: HostPageProps) {
  return (
    <div className={className} style={{ display: 'grid', gap: 24, maxInlineSize: 'none' }}>
      <style>{css.join('\n')}</style>
      <div
        style={{
          display: 'grid',
          gap: 24,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(20rem, 100%), 1fr))',
        }}
      >
        <TerminalCheckout />
        <PaymentLinkForm taxes={taxes} />
      </div>
      <PaymentLinkList />
    </div>
  );
}

export default {
  title: 'Make it yours/Host theme',
  component: HostPage,
  tags: ['!manifest'],
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof HostPage>;

type Story = StoryObj<typeof HostPage>;
type Context = Parameters<NonNullable<Story['play']>>[0];

/** Shows a refused field and a primary button, and returns the button's style. */
async function dress({ canvas, userEvent, loaded }: Context): Promise<CSSStyleDeclaration> {
  await harnessOf(loaded).advance(500);
  await waitFor(() => expect(canvas.getAllByRole('row')).toHaveLength(4));
  const button = canvas.getByRole('button', { name: /^Create payment link/ });
  await userEvent.click(button);
  await canvas.findByText('Enter an amount.');
  return getComputedStyle(button);
}

const wears =
  (
    expected: Partial<Record<'backgroundColor' | 'borderRadius' | 'fontFamily', RegExp>>,
  ): NonNullable<Story['play']> =>
  async (context) => {
    const style = await dress(context);
    for (const [property, value] of Object.entries(expected)) {
      await expect(style[property as keyof typeof expected]).toMatch(value);
    }
  };

/** Tokens, and plain rules outside of layers: they win without `!important`. */
export const Bakery: Story = {
  args: { css: [bakeryHost], className: 'bakery' },
  play: wears({ backgroundColor: /154, 52, 18/, borderRadius: /999px/, fontFamily: /Georgia/ }),
};

export const Material: Story = {
  args: { css: [materialHost, material], className: 'host' },
  play: wears({ backgroundColor: /25, 118, 210/, borderRadius: /2\.8px/ }),
};

export const MaterialDark: Story = {
  args: { css: [materialHost, material], className: 'host dark' },
  play: wears({ backgroundColor: /144, 202, 249/ }),
  tags: ['look', '!test'],
};

// A build may write the host's oklch() as lab().
export const Shadcn: Story = {
  args: { css: [shadcnHost, shadcn], className: 'host' },
  play: wears({ backgroundColor: /oklch\(0\.205 0 0\)|lab\(7\.78/ }),
};

export const ShadcnDark: Story = {
  args: { css: [shadcnHost, shadcn], className: 'host dark' },
  play: wears({ backgroundColor: /oklch\(0\.922 0 0\)|lab\(90\.9/ }),
  tags: ['look', '!test'],
};

export const AntDesign: Story = {
  args: { css: [antHost, ant], className: 'host css-var-root' },
  play: wears({ backgroundColor: /oklab/, borderRadius: /5\.6px/ }),
};

export const AntDesignDark: Story = {
  args: { css: [antHost, ant], className: 'host css-var-root dark' },
  play: wears({ backgroundColor: /oklab/ }),
  tags: ['look', '!test'],
};
