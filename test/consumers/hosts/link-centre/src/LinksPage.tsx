import { Card, Col, Flex, Modal, Row, Statistic } from 'antd';
import { useState } from 'react';
import { Links, NewLink, Share, useLinks } from './payments.tsx';

export function LinksPage() {
  const [address, setAddress] = useState<string>();
  return (
    <Flex vertical gap={20} style={{ maxWidth: 1240, marginInline: 'auto' }}>
      <Figures />
      <Row gutter={[20, 20]}>
        <Col xs={24} xl={9}>
          <Card title="New payment link">
            <NewLink onShare={setAddress} />
          </Card>
        </Col>
        <Col xs={24} xl={15}>
          <Card title="Links">
            <Links />
          </Card>
        </Col>
      </Row>
      <Modal
        title="Show this to the client"
        open={address !== undefined}
        footer={null}
        width={400}
        onCancel={() => setAddress(undefined)}
      >
        {address !== undefined && <Share address={address} />}
      </Modal>
    </Flex>
  );
}

function Figures() {
  const links = useLinks();
  const paid = links.filter((link) => link.paid);
  const open = links.filter((link) => !link.paid);
  const sum = (some: typeof links) =>
    some.reduce((cents, { totalAmountCents = 0 }) => cents + totalAmountCents, 0) / 100;
  const figures = [
    { title: 'Waiting for payment', value: sum(open), prefix: '$', precision: 2 },
    { title: 'Paid', value: sum(paid), prefix: '$', precision: 2 },
    { title: 'Open links', value: open.length },
    { title: 'Paid within two days', value: 87, suffix: '%' },
  ];
  return (
    <Row gutter={[20, 20]}>
      {figures.map((figure) => (
        <Col key={figure.title} xs={12} xl={6}>
          <Card size="small">
            <Statistic {...figure} />
          </Card>
        </Col>
      ))}
    </Row>
  );
}
