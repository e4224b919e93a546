import {
  Avatar,
  Box,
  Breadcrumbs,
  Button,
  Card,
  CardContent,
  Chip,
  Dialog,
  DialogContent,
  DialogTitle,
  Divider,
  IconButton,
  LinearProgress,
  Link,
  List,
  ListItem,
  ListItemIcon,
  ListItemText,
  Stack,
  Tab,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tabs,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { money, patient, statement, visits } from './data.ts';
import { Icon } from './Icon.tsx';
import { PaymentsTaken, TakePayment, useBalance } from './payments.tsx';

export function PatientPage() {
  const [isTaking, setIsTaking] = useState(false);
  return (
    <Stack sx={{ gap: 2.5 }}>
      <PatientHeader />
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: '1fr', lg: 'minmax(0, 1fr) 340px' },
          alignItems: 'start',
        }}
      >
        <Stack sx={{ gap: 2.5, minWidth: 0 }}>
          <StatementCard />
          <Card>
            <CardContent sx={{ typography: 'body2' }}>
              <Typography variant="h6" component="h2" gutterBottom>
                Payments of this statement
              </Typography>
              <PaymentsTaken statement={statement} />
            </CardContent>
          </Card>
        </Stack>
        <Stack sx={{ gap: 2.5 }}>
          <BalanceCard onTake={() => setIsTaking(true)} />
          <VisitsCard />
        </Stack>
      </Box>
      <Dialog open={isTaking} onClose={() => setIsTaking(false)} maxWidth="xs" fullWidth>
        <DialogTitle sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', pb: 1 }}>
          Take a payment
          <IconButton aria-label="Close" edge="end" onClick={() => setIsTaking(false)}>
            <Icon name="close" />
          </IconButton>
        </DialogTitle>
        <DialogContent>
          <TakePayment statement={statement} onDone={() => setIsTaking(false)} />
        </DialogContent>
      </Dialog>
    </Stack>
  );
}

function PatientHeader() {
  return (
    <Box>
      <Breadcrumbs sx={{ mb: 1.5, typography: 'body2' }}>
        <Link underline="hover" color="inherit" href="#patients">
          Patients
        </Link>
        <Typography variant="body2">{patient.name}</Typography>
      </Breadcrumbs>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
        <Avatar sx={{ width: 56, height: 56, bgcolor: 'secondary.main' }}>{patient.initials}</Avatar>
        <Box sx={{ flexGrow: 1 }}>
          <Typography variant="h5" component="h1" sx={{ fontWeight: 600 }}>
            {patient.name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {patient.about}
          </Typography>
        </Box>
        {patient.notes.map((note) => (
          <Chip key={note} label={note} size="small" variant="outlined" color="warning" />
        ))}
      </Stack>
      <Tabs value="Billing" sx={{ mt: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        {['Overview', 'Visits', 'Results', 'Billing', 'Documents'].map((name) => (
          <Tab key={name} value={name} label={name} />
        ))}
      </Tabs>
    </Box>
  );
}

function StatementCard() {
  return (
    <Card>
      <CardContent sx={{ pb: 0 }}>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
          <Typography variant="h6" component="h2">
            Statement {statement.number}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            Patient's share {money(statement.totalCents)}
          </Typography>
        </Stack>
      </CardContent>
      <Table size="small" sx={{ mt: 1, '& tr:last-child td': { border: 0 }, '& td, & th': { px: 2 } }}>
        <TableHead>
          <TableRow>
            <TableCell>Date</TableCell>
            <TableCell>Service</TableCell>
            <TableCell>By</TableCell>
            <TableCell align="right">Amount</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {statement.lines.map(({ date, service, code, clinician, cents }) => (
            <TableRow key={code}>
              <TableCell sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>{date}</TableCell>
              <TableCell>
                {service}{' '}
                <Typography component="span" variant="caption" color="textSecondary">
                  {code}
                </Typography>
              </TableCell>
              <TableCell sx={{ color: 'text.secondary' }}>{clinician}</TableCell>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {money(cents)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function BalanceCard({ onTake }: { onTake: () => void }) {
  const { totalCents } = statement;
  const { paidCents = 0, pendingCents = 0, dueCents = totalCents } = useBalance(statement) ?? {};
  return (
    <Card component="section" aria-label="Balance">
      <CardContent>
        <Typography variant="body2" color="textSecondary">
          Balance due
        </Typography>
        <Typography
          variant="h4"
          component="p"
          data-due={dueCents}
          sx={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {money(dueCents)}
        </Typography>
        <LinearProgress
          variant="determinate"
          aria-label="Paid"
          value={(100 * paidCents) / totalCents}
          sx={{ my: 2, height: 6, borderRadius: 3 }}
        />
        <Stack sx={{ gap: 0.5, mb: 2 }}>
          <Fact name="Patient's share" cents={totalCents} />
          <Fact name="Paid" cents={paidCents} />
          {pendingCents > 0 && <Fact name="Under way, or not known yet" cents={pendingCents} />}
        </Stack>
        <Button variant="contained" fullWidth disableElevation onClick={onTake}>
          Take a payment
        </Button>
      </CardContent>
    </Card>
  );
}

const Fact = ({ name, cents }: { name: string; cents: number }) => (
  <Stack direction="row" sx={{ justifyContent: 'space-between', typography: 'body2' }}>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {name}
    </Box>
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {money(cents)}
    </Box>
  </Stack>
);

function VisitsCard() {
  return (
    <Card>
      <CardContent sx={{ pb: 0 }}>
        <Typography variant="h6" component="h2">
          Next visits
        </Typography>
      </CardContent>
      <List dense>
        {visits.map(({ when, what, who }, index) => (
          <Box key={when}>
            {index > 0 && <Divider component="li" variant="inset" />}
            <ListItem>
              <ListItemIcon sx={{ minWidth: 40 }}>
                <Icon name="visit" />
              </ListItemIcon>
              <ListItemText primary={what} secondary={`${when} · ${who}`} />
            </ListItem>
          </Box>
        ))}
      </List>
    </Card>
  );
}
